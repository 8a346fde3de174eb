import type { Address } from "#app/models/customer/address.ts";
import type { GiftCoOwnerId, GiftListId } from "#app/models/shared/ids.ts";
import { addDays, type Day, localTime, longDay } from "#app/models/shared/local-date.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

export const OCCASIONS = {
  baby: "A new baby",
  christening: "Christening",
  birthday: "Birthday",
  christmas: "Christmas",
  other: "Something else",
} as const satisfies Record<string, string>;

export type Occasion = keyof typeof OCCASIONS;

export const LIST_NAME_MIN = 3;
export const LIST_NAME_MAX = 60;
export const LIST_WORDS_MAX = 500;
export const GIFT_NOTE_MAX = 200;
export const THANKS_MAX = 500;
export const GIFTS_MAX = 100;
export const GIFT_QUANTITY_MAX = 20;
export const MOST_NEEDED_MAX = 5;
export const OPEN_LISTS_MAX = 5;
const EVENT_MONTHS_AHEAD = 18;
/** From the event's day until a list closes by itself. */
export const OPEN_AFTER_DAYS = 90;
export const REOPEN_DAYS = 90;
/** Until an unconfirmed list is deleted; its link works as long. */
export const DRAFT_DAYS = 14;
export const OPEN_LINK_MINUTES = 30;

export const CO_OWNERS_MAX = 2;
export const INVITATION_DAYS = 7;
export const MOVE_LINK_HOURS = 24;
export const MOVE_UNDO_HOURS = 72;

export type GiftListState = "draft" | "open" | "closed";

export type GiftList = Readonly<{
  id: GiftListId;
  occasion: Occasion;
  name: string;
  family: string;
  eventDay: Day;
  isMonthOnly: boolean;
  words: string | null;
  firstName: string;
  lastName: string;
  email: string;
  /** Null: to the giver; never shown to a giver. */
  address: Address | null;
  /** When the family learns what was given; null: at once. */
  revealOn: Day | null;
  isFindable: boolean;
  /** Without hyphen; null until the address is confirmed. */
  code: string | null;
  state: GiftListState;
  closesOn: Day;
  closedAt: string | null;
  isClosedQuietly: boolean;
  /** Gifts were sent to an address, which was deleted after the list closed. */
  isAddressDeleted: boolean;
}>;

export type EditedList = GiftList &
  Readonly<{
    role: "owner" | "co-owner";
    coOwnerId: GiftCoOwnerId | null;
  }>;

export type OwnerOnly = "gift-list-owner-only";

export function notOwner({ role }: Pick<EditedList, "role">): Refusal<OwnerOnly> | null {
  return role === "owner" ? null : refused("gift-list-owner-only");
}

export function familyOf(name: string, firstName: string): string {
  const [, named] = /^(\S.*?)[’']s?(?=\s)/u.exec(name) ?? [];
  return named ?? firstName;
}

export function possessive(name: string): string {
  return `${name}’s`;
}

export function listAddressName({ family }: Pick<GiftList, "family">): string {
  return `${possessive(family)} list address`;
}

export function eventText({ eventDay, isMonthOnly }: Pick<GiftList, "eventDay" | "isMonthOnly">): string {
  const text = longDay(eventDay, "en-GB");
  return isMonthOnly ? text.replace(/^\d+ /, "") : text;
}

type Stored = Readonly<{ confirmedAt: string | null; closedAt: string | null; closesOn: Day }>;

export function giftListState({ confirmedAt, closedAt, closesOn }: Stored, today: Day): GiftListState {
  if (closedAt !== null || closesOn < today) return "closed";
  return confirmedAt === null ? "draft" : "open";
}

/** What was given must not show in anything that the family sees. */
export function isSurprise({ revealOn }: Pick<GiftList, "revealOn">, today: Day): boolean {
  return revealOn !== null && today < revealOn;
}

/** By the shop's clock; one that nobody has closed closes with its last day. */
export function closingDay(
  { closedAt, closesOn }: Pick<GiftList, "closedAt" | "closesOn">,
  timeZone: string,
): Day {
  const day = closedAt === null ? closesOn : localTime(new Date(closedAt), timeZone).day;
  return day < closesOn ? day : closesOn;
}

export function firstClosingDay(eventDay: Day): Day {
  return addDays(eventDay, OPEN_AFTER_DAYS);
}

export function lastEventDay(today: Day): Day {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + EVENT_MONTHS_AHEAD, day)).toISOString().slice(0, 10);
}

/** Case, accents, hyphens and spaces make no difference. */
export function nameKey(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

export function giftCountText(gifts: ReadonlyArray<Readonly<{ quantity: number }>>): string {
  const units = gifts.reduce((sum, { quantity }) => sum + quantity, 0);
  if (gifts.length === 0) return "No gifts yet";
  return units === 1 ? "1 gift" : `${units} gifts`;
}
