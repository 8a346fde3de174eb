/** Claims on gifts: who gives how many, and until when that counts. */
import type { GiftClaimId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds that a claim holds until the link in its email is opened. */
const UNCONFIRMED_MS = 24 * HOUR_MS;
/** Milliseconds of a reservation from its start, and of its prolongation. */
const RESERVATION_MS = 7 * DAY_MS;
/** Milliseconds that Pay now holds a gift, as long as the order holds its stock. */
const PAYMENT_HOLD_MS = 30 * MINUTE_MS;
/** Reservations of one email address on one list. */
export const RESERVATIONS_MAX = 5;
/** Units of one claim, as its table has them. */
export const UNITS_MAX = 20;
/** In characters. */
export const GIVER_NAME_MAX = 60;
export const GIVER_MESSAGE_MAX = 240;

export const CLAIM_WAYS = ["order", "reservation", "elsewhere"] as const;
export type ClaimWay = (typeof CLAIM_WAYS)[number];
export type ClaimState = "held" | "taken" | "spare" | "ended";

export type GiftClaim = Readonly<{
  id: GiftClaimId;
  listId: GiftListId;
  giftId: GiftId;
  way: ClaimWay;
  state: ClaimState;
  units: number;
  /** ISO 8601; null: for good. */
  heldUntil: string | null;
  giverName: string;
  email: string;
  message: string | null;
  createdAt: string;
  confirmedAt: string | null;
  isProlonged: boolean;
}>;

/** How a claim stands, for a form that may change it only while it stands so. */
export function claimMark({ way, state, heldUntil }: Pick<GiftClaim, "way" | "state" | "heldUntil">): string {
  return [way, state, heldUntil ?? "for good"].join(" ");
}

type Counted = Pick<GiftClaim, "state" | "units" | "heldUntil">;

/** True if the claim counts at `now`: one past its time counts as none, whatever its row says. */
export function isClaimLive({ state, heldUntil }: Omit<Counted, "units">, now: Date): boolean {
  if (state === "taken") return true;
  return state === "held" && heldUntil !== null && Date.parse(heldUntil) > now.getTime();
}

/** Units of a gift that are claimed at `now`. */
export function claimedUnits(claims: ReadonlyArray<Counted>, now: Date): number {
  return claims.filter((claim) => isClaimLive(claim, now)).reduce((sum, { units }) => sum + units, 0);
}

/** Units that can still be claimed. The family may ask for fewer than were claimed. */
export function unitsLeft(quantity: number, claims: ReadonlyArray<Counted>, now: Date): number {
  return Math.max(0, quantity - claimedUnits(claims, now));
}

/** The end of the day `day` in UTC, to which no reservation goes beyond. */
function endOf(day: Day): number {
  return Date.parse(`${day}T23:59:59.000Z`);
}

type Holding = Readonly<{ way: ClaimWay; start: Date; eventDay: Day; isConfirmed: boolean }>;

/**
 * Until when a new or confirmed claim holds, as ISO 8601, or null: for good. Where the day has passed the day itself
 * ends nothing.
 */
export function heldUntil({ way, start, eventDay, isConfirmed }: Holding): string | null {
  if (way === "order") return later(start, PAYMENT_HOLD_MS);
  if (!isConfirmed) return later(start, UNCONFIRMED_MS);
  if (way === "elsewhere") return null;
  return withinDay(start.getTime() + RESERVATION_MS, { start, eventDay });
}

/** Until when a prolonged reservation holds: seven days after it would have ended, and never past the day itself. */
export function prolongedUntil(end: string, about: Readonly<{ start: Date; eventDay: Day }>): string {
  return withinDay(Date.parse(end) + RESERVATION_MS, about);
}

function withinDay(end: number, { start, eventDay }: Readonly<{ start: Date; eventDay: Day }>): string {
  const limit = endOf(eventDay);
  const isPast = limit <= start.getTime();
  return new Date(isPast ? end : Math.min(end, limit)).toISOString();
}

function later(start: Date, milliseconds: number): string {
  return new Date(start.getTime() + milliseconds).toISOString();
}

/** How a gift stands for whoever looks at the list. */
export type GiftAvailability =
  | Readonly<{ kind: "wanted"; left: number }>
  | Readonly<{ kind: "reserved"; until: string }>
  | Readonly<{ kind: "taken" }>;

/** With everything claimed it is reserved while one of the claims may still lapse. */
export function giftAvailability(
  quantity: number,
  claims: ReadonlyArray<Counted>,
  now: Date,
): GiftAvailability {
  const left = unitsLeft(quantity, claims, now);
  if (left > 0) return { kind: "wanted", left };
  const ends = claims
    .filter((claim) => claim.state === "held" && isClaimLive(claim, now))
    .map((claim) => claim.heldUntil ?? "")
    .sort();
  return ends[0] ? { kind: "reserved", until: ends[0] } : { kind: "taken" };
}

/** "1 wanted", "1 of 2 still wanted". */
export function stillNeededText(left: number, quantity: number): string {
  return left === quantity ? `${quantity} wanted` : `${left} of ${quantity} still wanted`;
}
