import { type OrderMoved, standingMoves } from "./fulfilment.ts";

const BEGINS: ReadonlyArray<ReadonlyArray<string>> = [
  ["awaiting-payment"],
  ["paid"],
  ["partially-shipped", "shipped"],
  ["delivered"],
];

/**
 * ISO 8601, UTC, or null where a step has not happened; `moves` are oldest first. A parcel that was unpacked and a
 * dispute that was settled change nothing; a delivery that was taken back has not happened.
 */
export function stepTimes(
  moves: ReadonlyArray<Pick<OrderMoved, "to" | "at"> & Partial<Pick<OrderMoved, "from">>>,
): ReadonlyArray<string | null> {
  const standing = standingMoves(moves);
  return BEGINS.map((begins) => standing.find(({ to }) => begins.includes(to))?.at ?? null);
}
