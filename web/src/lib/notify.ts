/** System notifications. */
import { t } from "./strings";

/** Show a notification. Returns false if the browser does not allow it. */
export function notify(body: string, tag: string): boolean {
  if (!("Notification" in window) || Notification.permission !== "granted") return false;
  try {
    new Notification(t("ventnor"), { body, tag });
    return true;
  } catch {
    return false;
  }
}
