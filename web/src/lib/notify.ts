/** The system's own notices. */
import { t } from "./strings";

/** Shows one; false where that is not allowed, or where a phone's browser lets no page do it by itself. */
export function notify(body: string, tag: string): boolean {
  if (!("Notification" in window) || Notification.permission !== "granted") return false;
  try {
    new Notification(t("ventnor"), { body, tag });
    return true;
  } catch {
    return false;
  }
}
