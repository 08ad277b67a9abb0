/** Which build of the app the server had when this page came, and whether it has another one now. */
import { fetchJson } from "./connection";

async function ask(): Promise<string> {
  try {
    return (await fetchJson<{ build: string }>("version")).build;
  } catch {
    return ""; // whether the server can be reached is not decided here
  }
}

let first = "";
const PAUSE = 10_000;

/** A part of the app is gone from the server, which has a newer one: the page is loaded again, but not over and over. */
export function loadAgain(): void {
  const last = Number(sessionStorage.getItem("loaded-again") ?? 0);
  if (Date.now() - last < PAUSE) return;
  sessionStorage.setItem("loaded-again", String(Date.now()));
  location.reload();
}

/** Whether the server serves a newer app than this one. */
export async function isOld(): Promise<boolean> {
  const now = await ask();
  first ||= now;
  return now !== "" && now !== first;
}
