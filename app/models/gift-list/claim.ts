import { endOfDay } from "#app/models/shared/date-window.ts";
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
export type ClaimState = "held" | "taken" | "ended";

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

/** No reservation goes beyond the day, by the shop's clock. */
type WithinDay = Readonly<{ start: Date; eventDay: Day; timeZone: string }>;

type Holding =
  Readonly<{ way: "order"; start: Date }> | (WithinDay & Readonly<{ way: ClaimWay; isConfirmed: boolean }>);

/** ISO 8601; null: for good. A day that has passed ends nothing. */
export function heldUntil(holding: Holding): string | null {
  const { way, start } = holding;
  if (holding.way === "order") return later(start, PAYMENT_HOLD_MS);
  if (!holding.isConfirmed) return later(start, UNCONFIRMED_MS);
  return way === "elsewhere" ? null : withinDay(start.getTime() + RESERVATION_MS, holding);
}

/** ISO 8601; seven days after it would have ended, never past the day itself. */
export function prolongedUntil(end: string, about: WithinDay): string {
  return withinDay(Date.parse(end) + RESERVATION_MS, about);
}

function withinDay(end: number, { start, eventDay, timeZone }: WithinDay): string {
  const limit = endOfDay(eventDay, timeZone);
  const isPast = limit <= start.getTime();
  return new Date(isPast ? end : Math.min(end, limit)).toISOString();
}

const REMINDER_MS = 2 * DAY_MS;

/** ISO 8601; a reservation that ends sooner than its reminder would come counts as reminded from the start. */
export function remindedFrom(until: string | null, now: Date): string | null {
  return until !== null && Date.parse(until) - now.getTime() <= REMINDER_MS ? now.toISOString() : null;
}

export function reminderLimit(now: Date): string {
  return later(now, REMINDER_MS);
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
