/** The board of the game: the rulebooks' own, another one of Ventnor's, or a player's own. */
import data from "../shared/rulebook.json";

interface Changes {
  name?: string;
  price?: number;
  house_price?: number;
  mortgage?: number;
  rents?: number[];
  tax?: number;
}

interface BoardChanges {
  space?: Record<string, Changes>;
  group?: Record<string, { name: string }>;
  chance?: { text: string }[];
  chest?: { text: string }[];
}

const BOARDS = data.boards as unknown as Record<string, BoardChanges>;
const USUAL: BoardChanges = {};

class GameBoard {
  changes: BoardChanges = $state.raw(USUAL);

  /** Use the board named in the house rules of a table or replay. A player's own board is given as text. */
  use(options: Record<string, unknown> | undefined): void {
    const board = String(options?.["board"] ?? "");
    this.changes = board.startsWith("{") ? (JSON.parse(board) as BoardChanges) : (BOARDS[board] ?? USUAL);
  }

  /** This board's data for a space. */
  of(slug: string): Changes {
    return this.changes.space?.[slug] ?? {};
  }

  /** The text of a card that this board has of its own, or that names one of its spaces. */
  card(deck: "chance" | "chest", card: number, text: string): string {
    const own = this.changes[deck]?.[card]?.text;
    if (own !== undefined) return own;
    const named = data.spaces.filter((space) => this.of(space.slug).name && text.includes(space.name));
    const longest = named.sort((one, other) => other.name.length - one.name.length)[0];
    return longest ? text.replaceAll(longest.name, this.of(longest.slug).name!) : text;
  }
}

export const gameBoard = new GameBoard();
