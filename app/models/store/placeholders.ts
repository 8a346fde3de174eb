/**
 * Texts name what a setting decides, as in `{{phone}}`. `{{#free_from}}, free from {{free_from}}{{/free_from}}` is left
 * out where the setting is empty. The syntax is a part of Mustache (mustache(5), "Variables" and "Sections").
 */
import { z } from "zod";

import { madeForYouText } from "#app/models/platform/made-for-you.ts";
import { isRecord } from "#app/models/shared/is-record.ts";
import { clockText } from "#app/models/shared/local-date.ts";
import { formatShortMoney, type Money } from "#app/models/shared/money.ts";
import { escapeHtml } from "#app/models/shared/safe-html.ts";

import { formatAddress } from "./format-address.ts";
import { openingHoursLines } from "./opening-hours.ts";
import { deliveryRefundText } from "./return-cost.ts";
import type { Store } from "./store.ts";

/** Null: the setting is empty. */
export type Values = Readonly<Record<string, string | null>>;

const OF_THE_STORE = {
  shop: ({ name }) => name,
  legal_name: ({ company }) => company.legalName,
  company_address: ({ company }) =>
    formatAddress({ ...company.address, company: company.legalName }).join(", "),
  visit_address: ({ company }) => formatAddress({ ...company.address, company: "", country: "" }).join(", "),
  registration: ({ company }) => company.registration,
  vat_number: ({ company }) => company.taxNumber,
  phone: ({ contact }) => contact.phone,
  email: ({ contact }) => contact.email,
  repairs_email: ({ contact }) => contact.repairsEmail,
  privacy_email: ({ contact }) => contact.privacyEmail,
  safety_email: ({ contact }) => contact.safetyEmail,
  reply_time: ({ contact: { replyWithinWorkingDays: days } }) =>
    days === 1 ? "one working day" : `${days} working days`,
  opening_hours: ({ contact }) => openingHoursLines(contact.openingHours).join("; "),
  bank_holidays: ({ contact }) => contact.bankHolidays,
  ships_from: ({ delivery }) => delivery.shipsFrom,
  free_from: ({ delivery, locale }) => shortOrNull(delivery.freeStandardOver, locale),
  return_days: ({ returns }) => String(returns.ourReturnsDays),
  cancellation_days: ({ returns }) => String(returns.statutoryCancellationDays),
  send_back_days: ({ returns }) => String(returns.sendBackWithinDays),
  refund_days: ({ returns }) => String(returns.refundWithinDays),
  new_days: ({ newInDays }) => String(newInDays),
  wrap_fee: ({ gift, locale }) => formatShortMoney(gift.wrapFee, locale),
  wrap_free_from: ({ gift, locale }) => formatShortMoney(gift.wrapFreeOver, locale),
  message_length: ({ gift }) => String(gift.messageMaxCharacters),
} satisfies Record<string, (store: Store) => string | null>;

const shortOrNull = (amount: Money | null, locale: string) => amount && formatShortMoney(amount, locale);

export function storeValues(store: Store): Values {
  return Object.fromEntries(Object.entries(OF_THE_STORE).map(([name, read]) => [name, read(store)]));
}

type Method = Readonly<{
  key: string;
  name: string;
  cutoff: string;
  /** Working days on the way. */
  transit: Readonly<{ min: number; max: number }>;
  price: Readonly<Record<string, Money>>;
}>;

/** Null or missing: unavailable. */
type ZoneMethod = Readonly<{ surcharge: Readonly<Record<string, Money>>; extraDays: number }> | null;
type Zone = Readonly<{ key: string; methods: Readonly<Record<string, ZoneMethod>> }>;

/**
 * For pages and the texts of deliveries, which also have `price_standard_small` (or "large", "two_person"),
 * `name_standard`, `order_by_standard` and `days_standard`, by method; pages also have
 * `surcharge_isle_of_man_standard_small` by zone, method and size.
 */
export function pageValues(
  store: Store,
  methods: ReadonlyArray<Method>,
  zones: ReadonlyArray<Zone> = [],
): Values {
  const ofDelivery = methods.flatMap((method): ReadonlyArray<readonly [string, string]> => {
    const { key, cutoff, transit, price } = method;
    const days = transit.min < transit.max ? `${transit.min} to ${transit.max}` : String(transit.max);
    return [
      [`name_${key}`, method.name],
      [`order_by_${key}`, clockText(cutoff)],
      [`days_${key}`, `${days} working ${days === "1" ? "day" : "days"}`],
      ...Object.entries(price).flatMap(([size, amount]) => [
        [`price_${key}_${size}`, formatShortMoney(amount, store.locale)] as const,
        ...zones.map((zone) => surcharge(zone, { key, size, locale: store.locale })),
      ]),
    ];
  });
  return {
    ...storeValues(store),
    free_note: store.delivery.freeStandardNote,
    mixed_note: store.delivery.mixedOrders,
    wrap_note: store.gift.wrapFeeNote,
    return_cost: store.returns.returnCost,
    made_for_you: madeForYouText({ name: "work", isReturnable: false }),
    delivery_refund: deliveryRefundText(store),
    ...Object.fromEntries(ofDelivery),
  };
}

type Sent = Readonly<{ key: string; size: string; locale: string }>;

/** "£2, add 2 days" */
function surcharge(zone: Zone, { key, size, locale }: Sent): readonly [name: string, text: string] {
  const name = `surcharge_${zone.key}_${key}_${size}`;
  const method = zone.methods[key];
  const amount = method?.surcharge[size];
  if (!method || !amount) return [name, "Not available"];
  const { extraDays: days } = method;
  const added = days > 0 ? `, add ${days} ${days === 1 ? "day" : "days"}` : "";
  return [name, `${amount.minor === 0 ? "No surcharge" : formatShortMoney(amount, locale)}${added}`];
}

const PLACEHOLDER = /\{\{([#/]?)\s{0,8}([\w-]{0,60})\s{0,8}\}\}/g;
const SECTION_START = /\{\{#(\w{1,60})\}\}/;
const OF_PAGES =
  /^(free_note|mixed_note|wrap_note|return_cost|delivery_refund|made_for_you|(price|name|order_by|days|surcharge)_\w+)$/;

/**
 * What is wrong with the placeholders of a text, as a message for its field; null if nothing is. `known`: those of
 * settings, of pages of any shop, or of one shop.
 */
export function placeholderProblem(text: string, known: "setting" | "page" | Values): string | null {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, , name = ""]) => name);
  const own = typeof known === "object" ? known : OF_THE_STORE;
  const isKnown = (name: string) => Object.hasOwn(own, name) || (known === "page" && OF_PAGES.test(name));
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined)
    return `{{${unknown}}} is not a placeholder. There are ${Object.keys(own).join(", ")}`;
  return /\{\{[#/]/.test(withSections(text, () => false)) ? "{{#…}} needs its {{/…}}" : null;
}

/** A text, checked for its placeholders. */
export function placedText(where: "setting" | "page") {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .superRefine((text, { addIssue }) => {
      const message = placeholderProblem(text, where);
      if (message !== null) addIssue({ code: "custom", message });
    });
}

/** Every text in `value`; those at a key `html` get escaped values. What `values` does not name is left out. */
export function filled<Value>(value: Value, values: Values): Value {
  return fillAll(value, values, (text) => text) as Value;
}

type Escape = (text: string) => string;

function fillAll(value: unknown, values: Values, escape: Escape): unknown {
  if (typeof value === "string") return value.includes("{{") ? fillText(value, values, escape) : value;
  if (Array.isArray(value)) return value.map((item) => fillAll(item, values, escape));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, fillAll(item, values, key === "html" ? escapeHtml : escape)]),
  );
}

function fillText(text: string, values: Values, escape: Escape): string {
  return withSections(text, (name) => Boolean(values[name])).replace(
    PLACEHOLDER,
    (_whole, _mark, name: string) => escape(values[name] ?? ""),
  );
}

/** With what stands between `{{#name}}` and `{{/name}}` where `isShown(name)`, and without it elsewhere. */
function withSections(text: string, isShown: (name: string) => boolean): string {
  let done = "";
  let rest = text;
  for (let start = SECTION_START.exec(rest); start; start = SECTION_START.exec(rest)) {
    const [opening, name = ""] = start;
    const closing = `{{/${name}}}`;
    const inner = start.index + opening.length;
    const end = rest.indexOf(closing, inner);
    const before = rest.slice(0, end === -1 ? inner : start.index);
    done += before + (end !== -1 && isShown(name) ? rest.slice(inner, end) : "");
    rest = rest.slice(end === -1 ? inner : end + closing.length);
  }
  return done + rest;
}
