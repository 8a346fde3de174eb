import { CART_LINES_MAX } from "./cart.ts";

export type MergeLine = Readonly<{
  name: string;
  here: number;
  before: number;
  /** Line limit, product limits and stock; zero if it cannot be bought. */
  maximum: number;
}>;

/** Names in one message; more are counted. */
const NAMES_MAX = 2;

export function mergedQuantity({ here, before, maximum }: MergeLine): number {
  if (here === 0 || before === 0) return here + before;
  // Not fewer than either cart held: the cart page reports a line that is too large.
  return Math.max(Math.min(here + before, maximum), here, before);
}

export function linesLeft(count: number): number {
  return Math.max(0, CART_LINES_MAX - count);
}

export type MergeOutcome = Readonly<{
  merged: ReadonlyArray<MergeLine>;
  leftOut: ReadonlyArray<string>;
}>;

export function mergeNotes(outcome: MergeOutcome): ReadonlyArray<string> {
  const statement =
    outcome.merged.length > 0 ? ["We have added the items from your last visit to your basket."] : [];
  return [...statement, ...shortfallNotes(outcome)];
}

export function shortfallNotes({ merged, leftOut }: MergeOutcome): ReadonlyArray<string> {
  const capped = merged.filter((line) => mergedQuantity(line) < line.here + line.before);
  return [
    ...(capped.length > 0
      ? [`We could not combine the full quantities of ${named(capped.map(nameOf))}.`]
      : []),
    ...(leftOut.length > 0
      ? [`Your basket has reached its limit, so we could not add ${named(leftOut)}.`]
      : []),
  ];
}

const nameOf = ({ name }: MergeLine) => name;

function named(names: ReadonlyArray<string>): string {
  const shown = names.slice(0, NAMES_MAX);
  const others = names.length - shown.length;
  return others > 0 ? `${shown.join(", ")} and ${others} more` : shown.join(" and ");
}
