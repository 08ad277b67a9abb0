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

/** Whether the server serves a newer app than this one. */
export async function isOld(): Promise<boolean> {
  const now = await ask();
  first ||= now;
  return now !== "" && now !== first;
}
