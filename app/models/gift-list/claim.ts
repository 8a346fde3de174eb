import type { GiftClaimId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNCONFIRMED_MS = 24 * HOUR_MS;
const RESERVATION_MS = 7 * DAY_MS;
/** As long as the order holds its stock. */
const PAYMENT_HOLD_MS = 30 * MINUTE_MS;
export const RESERVATIONS_MAX = 5;
export const UNITS_MAX = 20;
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

/** A form may change the claim only while this is the same. */
export function claimMark({ way, state, heldUntil }: Pick<GiftClaim, "way" | "state" | "heldUntil">): string {
  return [way, state, heldUntil ?? "for good"].join(" ");
}

type Counted = Pick<GiftClaim, "state" | "units" | "heldUntil">;

/** One past its time counts as none, whatever its row says. */
export function isClaimLive({ state, heldUntil }: Omit<Counted, "units">, now: Date): boolean {
  if (state === "taken") return true;
  return state === "held" && heldUntil !== null && Date.parse(heldUntil) > now.getTime();
}

export function claimedUnits(claims: ReadonlyArray<Counted>, now: Date): number {
  return claims.filter((claim) => isClaimLive(claim, now)).reduce((sum, { units }) => sum + units, 0);
}

/** The family may need fewer than were claimed. */
export function unitsLeft(quantity: number, claims: ReadonlyArray<Counted>, now: Date): number {
  return Math.max(0, quantity - claimedUnits(claims, now));
}

/** UTC; no reservation goes beyond. */
function endOf(day: Day): number {
  return Date.parse(`${day}T23:59:59.000Z`);
}

type Holding = Readonly<{ way: ClaimWay; start: Date; eventDay: Day; isConfirmed: boolean }>;

/** ISO 8601; null: for good. A day that has passed ends nothing. */
export function heldUntil({ way, start, eventDay, isConfirmed }: Holding): string | null {
  if (way === "order") return later(start, PAYMENT_HOLD_MS);
  if (!isConfirmed) return later(start, UNCONFIRMED_MS);
  if (way === "elsewhere") return null;
  return withinDay(start.getTime() + RESERVATION_MS, { start, eventDay });
}

/** Seven days after it would have ended, never past the day itself. */
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

export function stillNeededText(left: number, quantity: number): string {
  return left === quantity ? `${quantity} wanted` : `${left} of ${quantity} still wanted`;
}
