import { expect, test } from "vitest";
import type { Event, View } from "../shared/wire";
import { celebrationOf } from "./celebration";

const view = (sets: string[][], more: object = {}): View =>
  ({ over: false, seats: sets.map((each, seat) => ({ seat, sets: each })), ...more }) as unknown as View;
const event = (fields: object): Event => fields as Event;

test("a group that became whole is a moment, and one that was whole before is none", () => {
  expect(celebrationOf(view([[], ["orange"]]), view([["red"], ["orange"]]), [])).toEqual({
    kind: "group",
    seat: 0,
    group: "red",
  });
  expect(celebrationOf(view([["red"]]), view([["red"]]), [])).toBeNull();
});

test("the first view of a page is no moment", () => {
  expect(celebrationOf(null, view([["red"]]), [])).toBeNull();
});

test("a win is larger than a bankruptcy, and that larger than a group or a hotel", () => {
  const fell = event({ event: "went-bankrupt", seat: 1 });
  const hotel = event({ event: "hotel-built", seat: 0, deed: "ventnor" });
  expect(celebrationOf(view([[]]), view([["red"]], { over: true, winners: [0] }), [fell])).toEqual({
    kind: "win",
    seat: 0,
  });
  expect(celebrationOf(view([[]]), view([["red"]]), [hotel, fell])).toEqual({ kind: "fall", seat: 1 });
  expect(celebrationOf(view([[]]), view([[]]), [hotel])).toEqual({ kind: "hotel", seat: 0, deed: "ventnor" });
});
