/** Detects that the server has another version of the app. Then the page says so and reloads. */
import { PROTOCOL, type Version } from "../shared/wire";
import { fetchJson } from "./connection";

const AGAIN = "ventnor.loaded-again";
/** Shortest time between two reloads: a reload that did not help is not repeated. */
const PAUSE = 10_000;
/** Time to read why the page reloads. */
const NOTICE = 1_500;

class Build {
  /** The page is reloading, or stuck because a reload did not help. */
  state = $state<"" | "old" | "stuck">("");
  private first = "";
  private missed = 0;

  /** Ask the server for its version. Returns whether the server answered. */
  async check(): Promise<boolean> {
    const found = await fetchJson<Version>("version").catch(() => null);
    if (!found) return false;
    this.first ||= found.build;
    if (found.build !== this.first || found.protocol !== PROTOCOL) this.renew();
    return true;
  }

  /** A script could not be loaded. If that happens twice while the server answers, the server no longer has it. */
  async miss(): Promise<void> {
    if (!(await this.check())) return;
    if (Date.now() - this.missed < PAUSE) this.renew();
    this.missed = Date.now();
  }

  /** This page is too old for its server. */
  renew(): void {
    if (this.state) return;
    const again = Date.now() - Number(sessionStorage.getItem(AGAIN) ?? 0) < PAUSE;
    this.state = again ? "stuck" : "old";
    if (!again) setTimeout(() => this.load(), NOTICE);
  }

  load(): void {
    sessionStorage.setItem(AGAIN, String(Date.now()));
    location.reload();
  }
}

export const build = new Build();
