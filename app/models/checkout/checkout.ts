import { z } from "zod";

import {
  type AddressErrors,
  personNameSchema,
  phoneProblem,
  readAddress,
} from "#app/models/customer/address-form.ts";
import { type Address, ADDRESS_FIELDS, PHONE_MAX } from "#app/models/customer/address.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { type CheckoutDetails, NOTE_MAX } from "#app/models/order/order.ts";
import { isDay } from "#app/models/shared/local-date.ts";
import { normalisePhone } from "#app/models/shared/phone.ts";
import { lineSchema, textSchema } from "#app/models/shared/text-field.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { countryName } from "#app/models/store/country.ts";
import { languagesOf, legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
import type { AddressPlaces, Store } from "#app/models/store/store.ts";

import { isBillingSame } from "./billing.ts";
import { foundProblem } from "./found-address.ts";
import { NEED_SEEN, neededByIn, neededByProblem } from "./needed-by.ts";
import { NOTICE_SEEN } from "./notice-seen.ts";
import type { CheckoutView } from "./view.ts";

const GIFT_MESSAGE_MAX = 240;

export type CheckoutValues = Readonly<Record<string, string>>;

export type CheckoutErrors = Readonly<Record<string, string>>;

const detailsSchema = z.object({
  email: emailSchema,
  method: z.string().min(1, "Choose a delivery option").max(50, "Choose a delivery option").default(""),
  delivery_day: z
    .string()
    .default("")
    .transform((text) => (isDay(text) ? text : null)),
  gift_message: textSchema(GIFT_MESSAGE_MAX),
  note: textSchema(NOTE_MAX),
  gift_receipt: z.string().optional(),
});

type Read = Readonly<{ ok: true; value: CheckoutDetails }> | Readonly<{ ok: false; errors: CheckoutErrors }>;

export function readCheckout(values: CheckoutValues, places: AddressPlaces): Read {
  const details = detailsSchema.safeParse(values);
  const isCollected = isCollection(values["method"] ?? null);
  const delivery = isCollected
    ? readCollector(values, places.home)
    : readTyped(values, { use: "delivery", places });
  const billing = isBillingSame(values) ? delivery : readTyped(values, { use: "billing", places });
  const choices = choiceErrors(values, isCollected);
  const isChosen = Object.keys(choices).length === 0;
  if (!details.success || !delivery.ok || !billing.ok || !isChosen) {
    const typed = { ...firstMessages(details.error), ...errorsIn(delivery), ...errorsIn(billing) };
    return { ok: false, errors: errorsInOrder(PAGE_ORDER, { ...withoutStreet(typed, choices), ...choices }) };
  }
  return {
    ok: true,
    value: {
      email: details.data.email,
      deliveryAddress: delivery.value,
      billingAddress: billing.value,
      method: details.data.method,
      deliveryDay: details.data.delivery_day,
      neededBy: neededByIn(values),
      giftMessage: details.data.gift_message,
      note: details.data.note,
      hasGiftReceipt: details.data.gift_receipt === "on",
    },
  };
}

function errorsIn(read: ReadRecipient): CheckoutErrors {
  return read.ok ? {} : read.errors;
}

function choiceErrors(values: CheckoutValues, isCollected: boolean): CheckoutErrors {
  const wrongDay = neededByProblem(values);
  const unchosen = isCollected ? null : foundProblem(values);
  return {
    ...(wrongDay ? { needed_by: wrongDay } : {}),
    ...(unchosen ? { delivery_found: unchosen } : {}),
  };
}

/** Where the list stands instead of the street's fields, nothing is said of these. */
function withoutStreet(errors: CheckoutErrors, choices: CheckoutErrors): CheckoutErrors {
  if (!choices["delivery_found"]) return errors;
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => !["delivery_address1", "delivery_city"].includes(name)),
  );
}

export function checkoutValues(details: CheckoutDetails): CheckoutValues {
  const { deliveryAddress, billingAddress, method, deliveryDay } = details;
  const isCollected = isCollection(method);
  const isSame = isCollected
    ? billingAddress.address1 === ""
    : JSON.stringify(deliveryAddress) === JSON.stringify(billingAddress);
  const needed = details.neededBy ?? "";
  return {
    email: details.email,
    method,
    delivery_day: deliveryDay ?? "",
    needed_by: needed,
    [NEED_SEEN]: needed,
    billing: isSame ? "same" : "different",
    gift_message: details.giftMessage ?? "",
    note: details.note ?? "",
    ...(details.hasGiftReceipt ? { gift_receipt: "on" } : {}),
    ...(isCollected ? collectorValues(deliveryAddress) : prefixed(deliveryAddress, "delivery")),
    ...(isSame ? {} : prefixed(billingAddress, "billing")),
  };
}

const COLLECTOR_FIELDS = ["collector_first_name", "collector_last_name", "collector_phone"] as const;

type ReadRecipient = Readonly<{ ok: true; value: Address }> | Readonly<{ ok: false; errors: CheckoutErrors }>;

const collectorSchema = (country: string) =>
  z.object({
    collector_first_name: personNameSchema("Enter the first name of the person collecting"),
    collector_last_name: personNameSchema("Enter the last name of the person collecting"),
    collector_phone: lineSchema(PHONE_MAX)
      .transform((text) => normalisePhone(text, country))
      .superRefine((phone, context) => {
        const message = phoneProblem(phone, { use: "billing", country });
        if (message) context.addIssue({ code: "custom", message });
      }),
  });

function readCollector(values: CheckoutValues, country: string): ReadRecipient {
  const typed = COLLECTOR_FIELDS.map((field) => [
    field,
    values[field] || (values[field.replace("collector", "delivery")] ?? ""),
  ]);
  const read = collectorSchema(country).safeParse(Object.fromEntries(typed));
  if (!read.success) return { ok: false, errors: firstMessages(read.error) };
  const { collector_first_name, collector_last_name, collector_phone } = read.data;
  return {
    ok: true,
    value: {
      first_name: collector_first_name,
      last_name: collector_last_name,
      company: "",
      address1: "",
      address2: "",
      city: "",
      country: countryName(country),
      country_code: country,
      phone: collector_phone,
      postal_code: "",
    },
  };
}

function collectorValues({ first_name, last_name, phone }: Address): CheckoutValues {
  return { collector_first_name: first_name, collector_last_name: last_name, collector_phone: phone };
}

const PAGE_ORDER: ReadonlyArray<string> = [
  "email",
  "delivery_postal_code",
  "delivery_country_code",
  "needed_by",
  "method",
  "delivery_day",
  "delivery_found",
  ...ADDRESS_FIELDS.map((field) => `delivery_${field}`),
  ...COLLECTOR_FIELDS,
  ...ADDRESS_FIELDS.map((field) => `billing_${field}`),
  "gift_receipt",
  "gift_message",
  "note",
];

function readTyped(
  values: CheckoutValues,
  about: Readonly<{ use: "delivery" | "billing"; places: AddressPlaces }>,
): ReadRecipient {
  const read = readAddress(addressValues(values, about.use), about);
  return read.ok ? read : { ok: false, errors: named(read.errors, about.use) };
}

function addressValues(values: CheckoutValues, kind: "delivery" | "billing"): Record<string, string> {
  const given = ADDRESS_FIELDS.flatMap((field) => {
    const value = values[`${kind}_${field}`];
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given);
}

export function prefixed(address: Address, kind: "delivery" | "billing"): Record<string, string> {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [`${kind}_${field}`, address[field]]));
}

/** The first one for each field. */
export function firstMessages(error: z.ZodError | undefined): Record<string, string> {
  const first: Record<string, string> = {};
  for (const issue of error?.issues ?? []) first[String(issue.path[0])] ??= issue.message;
  return first;
}

function named(errors: AddressErrors, kind: "delivery" | "billing"): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${kind}_${field}`, message]));
}

/** As the fields stand on the page. */
export function errorsInOrder(fields: ReadonlyArray<string>, errors: CheckoutErrors): CheckoutErrors {
  const names = Object.keys(errors).sort((a, b) => fields.indexOf(a) - fields.indexOf(b));
  return Object.fromEntries(names.map((name) => [name, errors[name] ?? ""]));
}

/** Where the items are sold by law: what is collected, in the shop's country. */
export function destinationCountry(values: CheckoutValues, home: string): string {
  return isCollection(values["method"] ?? null) ? home : values["delivery_country_code"] || home;
}

/** Where the notice that the country asks for did not stand on the page whose button was pressed; null: it did. */
export function unseenNotice(
  values: CheckoutValues,
  store: Pick<Store, "law" | "places">,
): CheckoutErrors | null {
  const languages = languagesOf(legalGuaranteeTexts(store, destinationCountry(values, store.places.home)));
  if (languages === "" || values[NOTICE_SEEN] === languages) return null;
  return { delivery_country_code: "Read the notice on your legal guarantee above the pay button, then pay" };
}

export function isPreview(intent: string | undefined): boolean {
  return intent === "update" || intent === "dates";
}

export type DayCode = "delivery-day-needed" | "delivery-day-gone";

export function dayProblem({ days }: Pick<CheckoutView, "days">, values: CheckoutValues): DayCode | null {
  const { delivery_day: day = "", method = null, intent } = values;
  if (!days || days.length === 0 || isCollection(method)) return null;
  if (!isDay(day)) return isPreview(intent) ? null : "delivery-day-needed";
  return days.some(({ value }) => value === day) ? null : "delivery-day-gone";
}
