/** "E-mail me when it is back": how many people are written to at once, and how long things are kept. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** People written to for each unit that is there: some buy elsewhere, some changed their mind. */
export const ALERTS_PER_UNIT = 3;
/** Most people written to at once, however much arrived. */
export const ALERTS_PER_TURN_MAX = 300;
/** Time that those who were written to have for themselves before the next in the queue are, in milliseconds. */
export const TURN_PAUSE_MS = DAY_MS;
/** How long a sign-up waits to be confirmed, in milliseconds; so long works the link. */
export const CONFIRM_LIFE_MS = 7 * DAY_MS;
/** How long the address is kept after its one message, in milliseconds: so long works the link that ends it. */
export const MAILED_LIFE_MS = 7 * DAY_MS;

/** How many of those who wait are written to when `available` units can be bought. */
export function alertsInTurn(available: number): number {
  return Math.min(Math.max(0, available) * ALERTS_PER_UNIT, ALERTS_PER_TURN_MAX);
}

/** Something that somebody may wait for. */
export type AlertSubject = Readonly<{
  variantId: number;
  productId: number;
  /** The product's name, and the variant's where it has one: "Rainbow Stacker, Forest". */
  name: string;
}>;
