/** Where in the app one is. The address stands behind the #, so that the app works under any path and secrets stay here. */

export type Place =
  | { page: "home" }
  | { page: "new" }
  | { page: "table"; id: string; secret: string }
  | { page: "replay"; id: string; ply: number | null }
  | { page: "rules"; clause: string };

export function read(hash: string): Place {
  const [page, first = "", second = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (page) {
    case "new":
      return { page: "new" };
    case "t":
      return first ? { page: "table", id: first, secret: second } : { page: "home" };
    case "replay":
      return first ? { page: "replay", id: first, ply: second === "" ? null : Number(second) } : { page: "home" };
    case "rules":
      return { page: "rules", clause: first };
    default:
      return { page: "home" };
  }
}

/** The table that a link or a code names; empty if it names none. */
export function tableIn(text: string): { id: string; secret: string } | null {
  const trimmed = text.trim();
  const linked = /#\/t\/([A-Za-z0-9_-]+)(?:\/([A-Za-z0-9_-]+))?/.exec(trimmed);
  if (linked) return { id: linked[1]!, secret: linked[2] ?? "" };
  return /^[A-Za-z0-9_-]{4,64}$/.test(trimmed) ? { id: trimmed, secret: "" } : null;
}

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
