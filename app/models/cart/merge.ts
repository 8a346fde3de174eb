/** Two baskets into one: what each line holds, and the words that say what happened. */
import { CART_LINES_MAX } from "./cart.ts";

export type MergeLine = Readonly<{
  name: string;
  /** Units in the basket of this browser; 0 when it has none. */
  here: number;
  /** Units in the customer's basket from last time. */
  before: number;
  /** The most the line may hold: line limit, product limits and stock. Zero when it cannot be bought. */
  maximum: number;
}>;

/** Names in one note; more are counted. */
const NAMES_MAX = 2;

/** How many units the merged line holds: the sum, capped; a line that cannot be bought stays as it was. */
export function mergedQuantity({ here, before, maximum }: MergeLine): number {
  if (here === 0 || before === 0) return here + before;
  // Never fewer than either basket held: the basket page says what is wrong with a line that is too large.
  return Math.max(Math.min(here + before, maximum), here, before);
}

/** How many further lines fit into a basket that has `count`. */
export function linesLeft(count: number): number {
  return Math.max(0, CART_LINES_MAX - count);
}

export type MergeOutcome = Readonly<{
  /** Lines that the older basket added to or brought. */
  merged: ReadonlyArray<MergeLine>;
  /** Names of what found no room. */
  leftOut: ReadonlyArray<string>;
}>;

/** What to tell the shopper; nothing when nothing was merged. */
export function mergeNotes(outcome: MergeOutcome): ReadonlyArray<string> {
  const said = outcome.merged.length > 0 ? ["Your basket from last time is in here, too."] : [];
  return [...said, ...shortfallNotes(outcome)];
}

/** What of two baskets could not be put together. */
export function shortfallNotes({ merged, leftOut }: MergeOutcome): ReadonlyArray<string> {
  const capped = merged.filter((line) => mergedQuantity(line) < line.here + line.before);
  return [
    ...(capped.length > 0 ? [`There are fewer than in both together of ${named(capped.map(nameOf))}.`] : []),
    ...(leftOut.length > 0 ? [`There was no room for ${named(leftOut)}.`] : []),
  ];
}

const nameOf = ({ name }: MergeLine) => name;

function named(names: ReadonlyArray<string>): string {
  const shown = names.slice(0, NAMES_MAX);
  const others = names.length - shown.length;
  return others > 0 ? `${shown.join(", ")} and ${others} more` : shown.join(" and ");
}
