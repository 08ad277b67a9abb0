/** Whether the server has another app than this page: then the page says so and loads itself again. */
import { PROTOCOL, type Version } from "../shared/wire";
import { fetchJson } from "./connection";

const AGAIN = "ventnor.loaded-again";
/** How long a page waits before it loads itself a second time: a reload that does not help must not be repeated. */
const PAUSE = 10_000;
/** Long enough to read why the page goes away. */
const NOTICE = 1_500;

class Build {
  /** Loading itself again; or stuck, where that did not help. */
  state = $state<"" | "old" | "stuck">("");
  private first = "";
  private missed = 0;

  /** Asks the server what it has, and says whether it was reached. */
  async check(): Promise<boolean> {
    const found = await fetchJson<Version>("version").catch(() => null);
    if (!found) return false;
    this.first ||= found.build;
    if (found.build !== this.first || found.protocol !== PROTOCOL) this.renew();
    return true;
  }

  /** A part of the app did not come. Where that happens twice though the server is there, it has the part no longer. */
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
