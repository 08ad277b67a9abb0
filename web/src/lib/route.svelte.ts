/** The present route of the app. */
import { read, type Place } from "./address";

class Route {
  place = $state.raw<Place>(read(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.place = read(location.hash)));
  }

  go(hash: string): void {
    location.hash = hash;
  }
}

export const route = new Route();
