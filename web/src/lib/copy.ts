/** Puts a text on the clipboard; on pages without one (plain http in the house) by the old way. */
export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The old way may still work.
  }
  const held = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  const inside = document.querySelector("dialog[open]") ?? document.body;
  inside.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  if (held instanceof HTMLElement) held.focus();
  return done;
}
