/** The browser's Back button or gesture. It first closes what covers the page. */

/** `close` closes the topmost panel and returns whether there was one. */
export function backCloses(close: () => boolean): { open: () => void; end: () => void } {
  const here = location.hash;
  const stands = (): boolean => (history.state as { open?: boolean } | null)?.open === true;
  // The history entry of the open panel. It stays if the panel is closed in another way.
  let placed = stands();
  const pop = (): void => {
    if (location.hash !== here) return;
    const was = placed;
    placed = stands();
    // Nothing is open: go to the previous page.
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
