/** A gift list: what a family would like, and who may see what of it. */
import type { Address } from "#app/models/customer/address.ts";
import type { GiftCoOwnerId, GiftListId } from "#app/models/shared/ids.ts";
import { addDays, type Day, longDay } from "#app/models/shared/local-date.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

export const OCCASIONS = {
  baby: "A new baby",
  christening: "Christening",
  birthday: "Birthday",
  christmas: "Christmas",
  other: "Something else",
} as const satisfies Record<string, string>;

export type Occasion = keyof typeof OCCASIONS;

/** In characters. */
export const LIST_NAME_MIN = 3;
export const LIST_NAME_MAX = 60;
export const LIST_WORDS_MAX = 500;
export const GIFT_NOTE_MAX = 200;
export const THANKS_MAX = 500;
/** Kinds of gift on one list. */
export const GIFTS_MAX = 100;
/** Units of one gift. */
export const GIFT_QUANTITY_MAX = 20;
export const MOST_NEEDED_MAX = 5;
/** Open lists of one email address. */
export const OPEN_LISTS_MAX = 5;
/** Months that the day may be ahead. */
const EVENT_MONTHS_AHEAD = 18;
/** Days after the day until a list closes by itself. */
export const OPEN_AFTER_DAYS = 90;
/** Days after its closing in which a list can be opened again. */
export const REOPEN_DAYS = 90;
/** Days until an unconfirmed list is deleted; its link works as long. */
export const DRAFT_DAYS = 14;
/** Minutes for which a link that opens lists works. */
export const OPEN_LINK_MINUTES = 30;

/** Co-owners of one list, with invitations. */
export const CO_OWNERS_MAX = 2;
/** Days for which the invitation of a co-owner works. */
export const INVITATION_DAYS = 7;
/** Hours for which the link works that moves a list to another address. */
export const MOVE_LINK_HOURS = 24;
/** Hours after a move in which the former address can undo it. */
export const MOVE_UNDO_HOURS = 72;

export type GiftListState = "draft" | "open" | "closed";

export type GiftList = Readonly<{
  id: GiftListId;
  occasion: Occasion;
  name: string;
  /** First names, from the list's name: "Hannah and Tom". */
  family: string;
  eventDay: Day;
  isMonthOnly: boolean;
  words: string | null;
  firstName: string;
  lastName: string;
  email: string;
  /** Where gifts are sent; null: to the giver. Never shown to a giver. */
  address: Address | null;
  /** When the family learns what was given; null: at once. */
  revealOn: Day | null;
  isFindable: boolean;
  /** Of the link, without hyphen; null until the address is confirmed. */
  code: string | null;
  state: GiftListState;
  closesOn: Day;
  /** ISO 8601, or null. */
  closedAt: string | null;
  isClosedQuietly: boolean;
}>;

/** The list with what its visitor is to it. */
export type EditedList = GiftList &
  Readonly<{
    role: "owner" | "co-owner";
    /** Of a co-owner, by whose address they edit it; null for the owner. */
    coOwnerId: GiftCoOwnerId | null;
  }>;

export type OwnerOnly = "gift-list-owner-only";

/** The refusal for a co-owner who requests what only the owner may do, or null. */
export function notOwner({ role }: Pick<EditedList, "role">): Refusal<OwnerOnly> | null {
  return role === "owner" ? null : refused("gift-list-owner-only");
}

/** "Hannah and Tom" for "Hannah and Tom’s baby"; `firstName` for a list whose name names nobody. */
export function familyOf(name: string, firstName: string): string {
  const [, named] = /^(\S.*?)[’']s?(?=\s)/u.exec(name) ?? [];
  return named ?? firstName;
}

/** "Hannah and Tom’s". */
export function possessive(name: string): string {
  return `${name}’s`;
}

/** What stands in the place of the address for whoever sends a gift. */
export function listAddressName({ family }: Pick<GiftList, "family">): string {
  return `${possessive(family)} list address`;
}

/** "January 2027", or "15 January 2027" for a list that shows its day. */
export function eventText({ eventDay, isMonthOnly }: Pick<GiftList, "eventDay" | "isMonthOnly">): string {
  const text = longDay(eventDay, "en-GB");
  return isMonthOnly ? text.replace(/^\d+ /, "") : text;
}

type Stored = Readonly<{ confirmedAt: string | null; closedAt: string | null; closesOn: Day }>;

/** `today` is the shop's day. */
export function giftListState({ confirmedAt, closedAt, closesOn }: Stored, today: Day): GiftListState {
  if (closedAt !== null || closesOn < today) return "closed";
  return confirmedAt === null ? "draft" : "open";
}

/** True while what was given must not show in anything that the family sees. */
export function isSurprise({ revealOn }: Pick<GiftList, "revealOn">, today: Day): boolean {
  return revealOn !== null && today < revealOn;
}

export function firstClosingDay(eventDay: Day): Day {
  return addDays(eventDay, OPEN_AFTER_DAYS);
}

/** The last day that an event may have. */
export function lastEventDay(today: Day): Day {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + EVENT_MONTHS_AHEAD, day)).toISOString().slice(0, 10);
}

/** Equal for names that differ only in case, accents, hyphens and spaces: by it a list is found. */
export function nameKey(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** "6 kinds of gift, 10 in all". */
export function giftCountText(gifts: ReadonlyArray<Readonly<{ quantity: number }>>): string {
  const units = gifts.reduce((sum, { quantity }) => sum + quantity, 0);
  if (gifts.length === 0) return "No gifts yet";
  return `${gifts.length === 1 ? "1 kind of gift" : `${gifts.length} kinds of gift`}, ${units} in all`;
}
