/** Keep the screen on. Returns a function that ends it. */
export function keepScreenOn(): () => void {
  return "wakeLock" in navigator ? holdLock() : playPicture();
}

function holdLock(): () => void {
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
  // A hidden page loses its wake lock.
  document.addEventListener("visibilitychange", take);
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}

/**
 * Over plain http, as on a home network, there is no wake lock. Browsers also keep the screen on while a video plays:
 * we play one pixel, drawn once a second, as a live stream. A video file would need sound or size for it.
 */
function playPicture(): () => void {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen || !("captureStream" in canvas)) return () => undefined;
  canvas.width = canvas.height = 2;
  const film = document.createElement("video");
  film.muted = film.playsInline = true;
  film.ariaHidden = "true";
  film.tabIndex = -1;
  film.style.cssText = "position: fixed; left: 0; top: 0; width: 2px; height: 2px; opacity: 0.01; pointer-events: none";
  film.srcObject = canvas.captureStream();
  document.body.append(film);
  const draw = () => {
    pen.fillRect(0, 0, 2, 2);
    // Browsers that refuse at first allow it after the first touch.
    if (film.paused && !document.hidden) void film.play().catch(() => null);
  };
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    film.remove();
    film.srcObject = null;
  };
}
