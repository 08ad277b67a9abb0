/** The log: entries of a table's record as sentences. */
import type { AnyEntry, PlyEntry } from "../shared/wire";
import type { Fields, Teller } from "./say";
import { has, t, type Key } from "./strings";

export interface LogLine {
  key: string;
  seq: number;
  ply: number;
  seat: number | null;
  text: string;
  clause: string;
  kind: string;
}

/** The fields of a move's entry that its lines are made of. */
export type LoggedPly = Pick<PlyEntry, "type" | "seq" | "ply" | "events">;

/** The lines that an entry of the record makes: one for each event of a move, at most one of anything else. */
export function linesOf(entry: Exclude<AnyEntry, PlyEntry> | LoggedPly, teller: Teller): LogLine[] {
  const line = (text: string, kind: string, seat: number | null = null, clause = "", ply = 0, part = 0): LogLine => ({
    key: `${entry.seq}.${part}`,
    seq: entry.seq,
    ply,
    seat,
    text,
    clause,
    kind,
  });
  const who = "seat" in entry ? teller.seat(entry.seat) : "";
  switch (entry.type) {
    case "ply":
      return entry.events.map((event, part) => {
        const fields = event as unknown as Fields;
        // The seat that acted: for a rent, the owner who asks, not the payer; for a deal, whoever accepts.
        const doer = { "rent-asked": "owner", "deal-made": "recipient" }[event.event as string] ?? "";
        const seat = [doer, "seat", "payer", "debtor", "proposer", "giver"]
          .map((name) => fields[name])
          .find((value) => typeof value === "number");
        return line(
          teller.event(fields),
          event.event,
          (seat as number | undefined) ?? null,
          event.clause ?? "",
          entry.ply,
          part,
        );
      });
    case "seated":
      return [line(t("log.seated", { name: entry.name }), "seated", entry.seat)];
    case "left":
      return [line(t("log.left", { name: who }), "left", entry.seat)];
    case "began":
      return [line(t("log.began"), "began")];
    case "handed":
      return [
        line(
          entry.bot
            ? t("log.handed", { bot: has(`bot.${entry.bot}`) ? t(`bot.${entry.bot}` as Key) : entry.bot, name: who })
            : t("log.back", { name: who }),
          "handed",
          entry.seat,
        ),
      ];
    case "paused":
      return [line(t("log.paused"), "paused")];
    case "resumed":
      return [line(t("log.resumed"), "resumed")];
    case "time-added":
      return [line(t("log.time", { name: who, seconds: Math.round(entry.seconds) }), "time", entry.seat)];
    case "paced":
      return entry.hurry ? [] : [line(t("log.paced"), "paced")];
    case "turned-down":
      // The sentence comes a moment later.
      return [line(t("log.turned-down", { name: who }), "turned-down", entry.seat)];
    case "chat":
      return [line(t("log.chat", { name: who, text: entry.text }), "chat", entry.seat)];
    case "muted":
      return [line(t(entry.muted ? "log.muted" : "log.unmuted", { name: who }), "muted", entry.seat)];
    case "woke":
      return [line(t("log.woke"), "woke")];
    case "undone":
      return [line(t("log.undone", { name: entry.seat === null ? t("real.banker") : who }), "undone", entry.seat)];
    case "carried":
      return [line(t("log.carried"), "carried")];
    case "rematch":
      return [line(t("log.rematch"), "rematch")];
    default:
      return [];
  }
}
