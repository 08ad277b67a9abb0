/** Copy a text. Pages over plain http have no clipboard API and use the old `execCommand`. */
export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Fall back to `execCommand`.
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
