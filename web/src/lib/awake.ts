/** Keeps the screen from going dark, where the browser can; until what it gives back is called. */
export function stayAwake(): (() => void) | undefined {
  if (!("wakeLock" in navigator)) return undefined;
  let lock: WakeLockSentinel | null = null;
  const take = () => void navigator.wakeLock.request("screen").then((found) => (lock = found), () => null);
  take();
  // A page that was hidden has lost it.
  document.addEventListener("visibilitychange", take);
  return () => {
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
