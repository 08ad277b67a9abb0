/** The service worker (public/sw.js), and the words of the page that it shows while the server cannot be reached. */
import { t } from "./strings";

const WORDS = "ventnor.offline";

/** Register the service worker. Browsers offer one on encrypted pages and on this machine's own. */
export function installOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  try {
    const words = {
      language: t("language"),
      title: t("offline.title"),
      text: t("offline.text"),
      again: t("offline.again"),
    };
    localStorage.setItem(WORDS, JSON.stringify(words));
  } catch {
    return; // A browser that keeps nothing keeps no worker either.
  }
  // Without a worker the app works too; only the page for an unreachable server is missing.
  navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}
