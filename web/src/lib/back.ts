/** The browser's way back, on a phone a gesture or a button of its own: first out of what covers the page. */

/** `close` closes what is on top, and says whether there was anything. */
export function backCloses(close: () => boolean): { open: () => void; end: () => void } {
  const here = location.hash;
  const stands = (): boolean => (history.state as { open?: boolean } | null)?.open === true;
  // The place in the browser's history that stands for what is open. It stays when that is closed otherwise.
  let placed = stands();
  const pop = (): void => {
    if (location.hash !== here) return;
    const was = placed;
    placed = stands();
    // Where nothing is open any more, one meant the page before.
    if (was && !placed && !close()) history.back();
  };
  addEventListener("popstate", pop);
  return {
    open() {
      if (!placed) history.pushState({ open: true }, "");
      placed = true;
    },
    end: () => removeEventListener("popstate", pop),
  };
}
