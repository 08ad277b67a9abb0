/** Keeps the screen from going dark, where the browser can; until what it gives back is called. */
export function stayAwake(): (() => void) | undefined {
  if (!("wakeLock" in navigator)) return undefined;
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const take = () =>
    void navigator.wakeLock.request("screen").then(
      (found) => {
        lock = found;
        if (ended) void found.release();
      },
      () => null,
    );
  take();
  // A page that was hidden has lost it.
  document.addEventListener("visibilitychange", take);
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
