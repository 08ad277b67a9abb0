/** Where the keyboard is. */

/** Whether it has no place now: what had it is gone, or cannot be seen. */
export function isLost(): boolean {
  const now = document.activeElement;
  return !now || now === document.body || !now.isConnected || !now.getClientRects().length;
}

/** A page that one came to by a link or a button, which is gone with its own page: the keyboard goes on from here. */
export function arrive(page: HTMLElement): void {
  if (!navigator.userActivation?.hasBeenActive || !isLost()) return;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
}
