/** The settings of this browser: theme, motion, sound and so on. */
import { readLikes, writeLikes, type Likes } from "./keep";

class Liking {
  now = $state<Likes>(readLikes());

  set<K extends keyof Likes>(key: K, value: Likes[K]): void {
    this.now[key] = value;
    writeLikes($state.snapshot(this.now));
    this.apply();
  }

  apply(): void {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = this.now.theme === "auto" ? (dark ? "dark" : "light") : this.now.theme;
    document.documentElement.dataset["theme"] = theme;
  }
}

export const likes = new Liking();
