import { type OrderMoved, standingMoves } from "./fulfilment.ts";

/** The statuses that begin each step of the tracker: placed, preparing, on its way (or ready), delivered. */
const BEGINS: ReadonlyArray<ReadonlyArray<string>> = [
  ["awaiting-payment"],
  ["paid"],
  ["partially-shipped", "shipped"],
  ["delivered"],
];

/**
 * When each of the four steps of an order began: the first move to it, as an ISO 8601 time in UTC, or null where it
 * has not happened. `moves` are oldest first. A parcel that was unpacked and a dispute that was settled change nothing; a
 * delivery that was taken back has not happened.
 */
export function stepTimes(
  moves: ReadonlyArray<Pick<OrderMoved, "to" | "at"> & Partial<Pick<OrderMoved, "from">>>,
): ReadonlyArray<string | null> {
  const standing = standingMoves(moves);
  return BEGINS.map((begins) => standing.find(({ to }) => begins.includes(to))?.at ?? null);
}
