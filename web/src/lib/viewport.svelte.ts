/**
 * The size of the viewport in letters, not in pixels: large letters in a large window have as little space as small
 * ones in a small window, whether the window was zoomed or only its text. Styles find it as classes of the page.
 */

/** Widths and heights at most, in rem. */
const WIDTHS = { least: 19.45, tiny: 22.45, narrow: 35, slim: 50 };
const HEIGHTS = { low: 40, short: 43.75 };
const WIDE = 53.75;
/** A phone on its side, at least and at most. */
const ASIDE = { width: 41, low: 20, high: 30 };
const AMPLE = { width: 100, shape: 1.5 };
const USUAL = 16;

class Viewport {
  /** Whether the ledger stands beside the board, not below it. */
  wide = $state(true);
  /** Whether the page is longer than the window, so that nothing is squeezed. */
  cramped = $state(false);
  /** Whether it is a phone held sideways. */
  aside = $state(false);
  /** Whether there is room to spare beside the board, even for eight players. */
  ample = $state(false);
  /** How much larger than usual letters are. */
  scale = $state(1);

  constructor() {
    const page = document.documentElement;
    const letter = document.createElement("i");
    letter.style.cssText = "position: absolute; width: 1rem; visibility: hidden";
    letter.ariaHidden = "true";
    document.body.append(letter);
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(page).fontSize);
      const [width, height] = [innerWidth / rem, innerHeight / rem];
      this.scale = rem / USUAL;
      const aside = width >= ASIDE.width && height >= ASIDE.low && height < ASIDE.high;
      this.aside = aside;
      this.wide = width >= WIDE && width >= height && !aside;
      this.ample = width >= AMPLE.width && width >= height * AMPLE.shape;
      page.classList.toggle("ample", this.ample);
      page.classList.toggle("aside", aside);
      for (const [name, most] of Object.entries(WIDTHS)) page.classList.toggle(name, width <= most);
      for (const [name, most] of Object.entries(HEIGHTS)) page.classList.toggle(name, height <= most);
      this.cramped = !aside && (width <= WIDTHS.least || height <= (this.wide ? HEIGHTS.low : HEIGHTS.short));
      page.classList.toggle("cramped", this.cramped);
    };
    measure();
    addEventListener("resize", measure);
    new ResizeObserver(measure).observe(letter);
  }
}

export const viewport = new Viewport();
