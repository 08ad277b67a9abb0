/** The app's routes. They live in the URL fragment: the app works under any path, and secrets never reach a server. */

export type Place =
  | { page: "home" }
  | { page: "new"; real: boolean }
  | { page: "table"; id: string; secret: string }
  | { page: "replay"; id: string; ply: number | null }
  | { page: "how" }
  | { page: "mine" }
  | { page: "review"; id: string }
  | { page: "rules"; clause: string; edition: string }
  | { page: "sheet"; edition: string; variant: string };

export function read(hash: string): Place {
  const [page, first = "", second = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (page) {
    case "new":
      return { page: "new", real: first === "board" };
    case "t":
      return first ? { page: "table", id: first, secret: second } : { page: "home" };
    case "replay":
      return first ? { page: "replay", id: first, ply: second === "" ? null : Number(second) } : { page: "home" };
    case "rules":
      return { page: "rules", clause: first, edition: second };
    case "sheet":
      return { page: "sheet", edition: first, variant: second };
    case "how":
      return { page: "how" };
    case "mine":
      return { page: "mine" };
    case "review":
      return first ? { page: "review", id: first } : { page: "home" };
    default:
      return { page: "home" };
  }
}

/** Parse what somebody typed to reach a table: a link or a table's name, with or without a seat's secret, or a code. */
type Named = { id: string; secret: string } | { code: string } | null;

const LONGEST_CODE = 8;

export function tableIn(text: string): Named {
  const trimmed = text.trim();
  const linked = /#\/t\/([A-Za-z0-9_-]+)(?:\/([A-Za-z0-9_-]+))?/.exec(trimmed);
  if (linked) return { id: linked[1]!, secret: linked[2] ?? "" };
  const said = trimmed.replace(/[\s-]/g, "");
  if (!/^[A-Za-z0-9_]{4,64}$/.test(said)) return null;
  // Codes have neither 1 nor L: either one is a misread I.
  return said.length <= LONGEST_CODE ? { code: said.toLowerCase().replace(/[1l]/g, "i") } : { id: trimmed, secret: "" };
}
