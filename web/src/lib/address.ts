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

/** What somebody typed to come to a table: a link or its name, with the secret of a seat or without, or a code that was said. */
export type Named = { id: string; secret: string } | { code: string } | null;

const LONGEST_CODE = 8;

export function tableIn(text: string): Named {
  const trimmed = text.trim();
  const linked = /#\/t\/([A-Za-z0-9_-]+)(?:\/([A-Za-z0-9_-]+))?/.exec(trimmed);
  if (linked) return { id: linked[1]!, secret: linked[2] ?? "" };
  const said = trimmed.replace(/[\s-]/g, "");
  if (!/^[A-Za-z0-9_]{4,64}$/.test(said)) return null;
  // Neither 1 nor L is in a code: whoever writes one saw an I.
  return said.length <= LONGEST_CODE ? { code: said.toLowerCase().replace(/[1l]/g, "i") } : { id: trimmed, secret: "" };
}
