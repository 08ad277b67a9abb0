/** Keyboard focus. */

/** Whether focus is lost: the focused element is gone or hidden. */
export function isLost(): boolean {
  const now = document.activeElement;
  return !now || now === document.body || !now.isConnected || !now.getClientRects().length;
}

/** Focus the new page after navigation, since the link or button that led here is gone. */
export function arrive(page: HTMLElement): void {
  if (!navigator.userActivation?.hasBeenActive || !isLost()) return;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
}

/** How long a newly focused button ignores keys: a key pressed so soon was meant for the button before it. */
const FRESH = 300;

export function markFresh(button: HTMLElement): void {
  button.dataset["fresh"] = "";
  setTimeout(() => delete button.dataset["fresh"], FRESH);
}

/**
 * Keep the keyboard focus inside the table: when the focused button disappears, focus another one. While a panel is
 * open, only its own buttons are candidates. Returns a function that stops it.
 */
export function keepFocus(table: () => HTMLElement | undefined, beside: () => boolean): () => void {
  let held = navigator.userActivation?.hasBeenActive ?? false;
  const note = () => (held = true);
  const loose = (event: PointerEvent) =>
    (held = event.target instanceof Element && event.target.closest("button, a, input, [tabindex]") !== null);
  document.addEventListener("keydown", note);
  document.addEventListener("pointerdown", loose);
  function find(): void {
    // The headline has the focus until there is a button again.
    if (!held || (!isLost() && !document.activeElement?.matches("[role=status].now"))) return;
    const root = table();
    const place = document.querySelector<HTMLElement>("dialog:modal") ?? root;
    const ways = beside()
      ? [".stage .close"]
      : [".choices", ".bid", ".ways"].map((each) => `${each} .btn:not(:disabled)`);
    const wanted = place === root ? ways.join() : "button:not(:disabled)";
    const shown = [...(place?.querySelectorAll<HTMLElement>(wanted) ?? [])].find(
      (each) => each.getClientRects().length,
    );
    if (shown && shown !== document.activeElement && !beside()) markFresh(shown);
    (shown ?? root?.querySelector<HTMLElement>("[role=status].now"))?.focus({ preventScroll: true });
  }
  // Focus is lost only by a change of the page, so look for it only then.
  let frame = 0;
  const watch = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(find);
  });
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "open"],
  });
  return () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener("keydown", note);
    document.removeEventListener("pointerdown", loose);
  };
}
