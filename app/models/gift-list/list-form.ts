import { z } from "zod";

import { firstMessages, errorsInOrder } from "#app/models/checkout/checkout.ts";
import { personNameSchema, readAddress } from "#app/models/customer/address-form.ts";
import { type Address, ADDRESS_FIELDS } from "#app/models/customer/address.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { type Day, isDay } from "#app/models/shared/local-date.ts";
import { lineSchema, textSchema } from "#app/models/shared/text-field.ts";
import { typedDay, TYPED_DAY_MESSAGE } from "#app/models/shared/typed-day.ts";
import { hasWebAddress } from "#app/models/shared/web-address.ts";
import type { AddressPlaces } from "#app/models/store/store.ts";

import {
  type GiftList,
  lastEventDay,
  LIST_NAME_MAX,
  LIST_NAME_MIN,
  LIST_WORDS_MAX,
  OCCASIONS,
  type Occasion,
} from "./gift-list.ts";

export type GiftListDetails = Pick<
  GiftList,
  | "occasion"
  | "name"
  | "eventDay"
  | "isMonthOnly"
  | "words"
  | "firstName"
  | "lastName"
  | "email"
  | "address"
  | "revealOn"
  | "isFindable"
>;

export type GiftListValues = Readonly<Record<string, string>>;

export type ListFormRules = Readonly<{
  today: Day;
  places: AddressPlaces;
  /** Earlier days of a list that is changed may stay. */
  known?: Pick<GiftListDetails, "eventDay" | "revealOn">;
}>;

type Read =
  | Readonly<{ ok: true; value: GiftListDetails }>
  | Readonly<{ ok: false; errors: Readonly<Record<string, string>> }>;

const NO_ADDRESSES = "Leave web addresses out of the words to givers";

function daySchema({ today, known }: ListFormRules) {
  const isAhead = (day: string) => day === known?.eventDay || (day >= today && day <= lastEventDay(today));
  return z
    .string()
    .default("")
    .transform((text) => typedDay(text) ?? "")
    .refine(isDay, TYPED_DAY_MESSAGE)
    .refine((day) => !isDay(day) || isAhead(day), {
      message: "Enter a date from today on, at most 18 months ahead",
    });
}

function detailsSchema(rules: ListFormRules) {
  return z.object({
    occasion: z.enum(Object.keys(OCCASIONS) as [Occasion, ...Array<Occasion>], {
      message: "Choose what the list is for",
    }),
    name: lineSchema(LIST_NAME_MAX)
      .refine((text) => text !== "", "Enter a name for the list")
      .refine(
        (text) => text === "" || text.length >= LIST_NAME_MIN,
        `Use at least ${LIST_NAME_MIN} characters`,
      )
      .refine((text) => !hasWebAddress(text), "Enter a name without a web address"),
    event_day: daySchema(rules),
    month_only: z.string().optional(),
    words: textSchema(LIST_WORDS_MAX).refine((text) => text === null || !hasWebAddress(text), NO_ADDRESSES),
    first_name: personNameSchema("Enter your first name"),
    last_name: personNameSchema("Enter your last name"),
    email: emailSchema,
    sent_to: z.enum(["home", "giver"], { message: "Choose where gifts go" }),
    surprise: z.enum(["hidden", "shown"], { message: "Choose what you see" }),
    reveal_on: z.string().default(""),
    findable: z.string().optional(),
  });
}

export function readGiftList(values: GiftListValues, rules: ListFormRules): Read {
  const read = detailsSchema(rules).safeParse(values);
  const isHome = values["sent_to"] === "home";
  const address = isHome ? readListAddress(values, rules.places) : { ok: true as const, value: null };
  const reveal = readRevealDay(values, rules);
  if (read.success && address.ok && reveal.ok) {
    const { data } = read;
    return {
      ok: true,
      value: {
        occasion: data.occasion,
        name: data.name,
        eventDay: data.event_day,
        isMonthOnly: data.month_only === "on",
        words: data.words,
        firstName: data.first_name,
        lastName: data.last_name,
        email: data.email,
        address: address.value,
        revealOn: reveal.value,
        isFindable: data.findable === "on",
      },
    };
  }
  const found = {
    ...firstMessages(read.error),
    ...(address.ok ? {} : address.errors),
    ...(reveal.ok ? {} : { reveal_on: reveal.message }),
  };
  return { ok: false, errors: errorsInOrder(FORM_ORDER, found) };
}

type ReadPlace =
  | Readonly<{ ok: true; value: Address | null }>
  | Readonly<{ ok: false; errors: Readonly<Record<string, string>> }>;

function readListAddress(values: GiftListValues, places: AddressPlaces): ReadPlace {
  const typed = Object.fromEntries(
    ADDRESS_FIELDS.flatMap((field) => {
      const value = values[field];
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
  const read = readAddress(typed, { use: "delivery", places });
  if (read.ok) return read;
  const errors = Object.fromEntries(
    Object.entries(read.errors).filter(([field]) => field !== "first_name" && field !== "last_name"),
  );
  return Object.keys(errors).length === 0 ? { ok: true, value: null } : { ok: false, errors };
}

type RevealDay = Readonly<{ ok: true; value: Day | null }> | Readonly<{ ok: false; message: string }>;

function readRevealDay(values: GiftListValues, rules: ListFormRules): RevealDay {
  if (values["surprise"] !== "hidden") return { ok: true, value: null };
  const { reveal_on: typed = "", event_day: eventDay = "" } = values;
  const day = typedDay(typed.trim() === "" ? eventDay : typed);
  if (typed.trim() === "") return { ok: true, value: day };
  return day !== null && isRevealDay(day, rules)
    ? { ok: true, value: day }
    : { ok: false, message: REVEAL_MESSAGE };
}

function isRevealDay(day: Day, { today, known }: ListFormRules): boolean {
  return day === known?.eventDay || day === known?.revealOn || (day >= today && day <= lastEventDay(today));
}

const REVEAL_MESSAGE = "Enter the date until which it is a surprise, from today on";

const FORM_ORDER: ReadonlyArray<string> = [
  ...["occasion", "name", "event_day", "month_only", "words", "first_name", "last_name", "email", "sent_to"],
  ...["address1", "address2", "company", "city", "postal_code", "country_code", "phone"],
  ...["surprise", "reveal_on", "findable"],
];

export function giftListValues(list: GiftListDetails): GiftListValues {
  const { address, revealOn } = list;
  return {
    occasion: list.occasion,
    name: list.name,
    event_day: list.eventDay,
    ...(list.isMonthOnly ? { month_only: "on" } : {}),
    words: list.words ?? "",
    ...(address ?? {}),
    first_name: list.firstName,
    last_name: list.lastName,
    email: list.email,
    sent_to: address ? "home" : "giver",
    surprise: revealOn === null ? "shown" : "hidden",
    reveal_on: revealOn ?? "",
    ...(list.isFindable ? { findable: "on" } : {}),
  };
}
