import { z } from "zod";

import { QUANTITY_SHOWN_MAX } from "#app/models/shared/line-quantity.ts";
import { type Currency, isCurrency } from "#app/models/shared/currency.ts";
import { priceSchema, rateSchema } from "#app/models/shared/decimal.ts";
import { pricedIn } from "#app/models/shared/price-list.ts";

import { DIVISIONS } from "./bank-holidays.ts";
import { lawSchema } from "./law.ts";
import { isCountryCode } from "./country.ts";
import { placedText } from "./placeholders.ts";
import { type ThemePart, USUAL_THEME } from "./theme.ts";

/** Pages show exact units only up to `QUANTITY_SHOWN_MAX`. */
const FEW_MAX = QUANTITY_SHOWN_MAX - 1;

const text = placedText("setting");
const days = z.number().int("must be a whole number").min(0, "must not be below 0");
const colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #252729");
/** Null once somebody has emptied it at the desk. */
const themeColour = (part: ThemePart) => colour.nullish().transform((own) => own ?? USUAL_THEME[part]);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 14:00");

const TEXTS = "en";

const locale = text
  .refine(isLocale, "must be a language tag such as en-GB")
  .refine(
    (tag) => !isLocale(tag) || languageOf(tag) === TEXTS,
    "must be a form of English such as en-IE, because dates are words of the page",
  );

const currency = text.refine(isCurrency, "must be the code of a currency, such as GBP");
const country = text.refine(isCountryCode, "must be the code of a country, such as GB");

const settingsSchema = z.object({
  store_name: text,
  store_strapline: text,
  currency,
  currencies: z.array(currency).default([]),
  language: text.refine(
    (tag) => isLocale(tag) && languageOf(tag) === TEXTS,
    "must be English, such as en or en-IE: the shop has no texts in another language",
  ),
  locale,
  other_locales: z.array(locale).default([]),
  country,
  time_zone: text.refine(isTimeZone, "must be a time zone such as Europe/London"),
  prices_include_tax: z.literal(true, {
    errorMap: () => ({ message: "must be true: every price that a shopper sees includes its tax" }),
  }),
  theme_colour: colour,
  loading_bar_colour: colour,
  theme: z
    .object({
      action: themeColour("action"),
      sale: themeColour("sale"),
      page: themeColour("page"),
      text: themeColour("text"),
    })
    .default({}),
  description: text,
  page_title: text,
  meta_description: text,
  demo_notice: text.nullish(),
  labels: z.object({
    no_products: text,
    one_product: text,
    many_products: text,
  }),
  new_in_days: days,
  new_this_week_days: days,
  back_in_stock_days: days,
  brands_not_sold: z.array(text).default([]),
  low_stock_threshold: days.max(FEW_MAX, `must be ${FEW_MAX} or less`),
});

/** Null once somebody has emptied it at the desk. */
const maybeEmpty = z
  .string()
  .nullable()
  .transform((line) => line ?? "");

const companySchema = z.object({
  legal_name: text,
  registration: text,
  company_number: text,
  vat_number: text.nullish(),
  address: z.object({
    company: text,
    address1: text,
    address2: maybeEmpty,
    city: text,
    county: maybeEmpty,
    postal_code: text,
    country: text,
    country_code: country,
  }),
});

const contactSchema = z.object({
  phone: text,
  phone_e164: z.string().regex(/^\+\d{6,15}$/, "must be a number such as +441632960184"),
  email: z.string().email("must be an email address"),
  repairs_email: z.string().email("must be an email address"),
  privacy_email: z.string().email("must be an email address"),
  safety_email: z.string().email("must be an email address"),
  /** To the shop, about orders that were paid. */
  order_emails: z.enum(["each", "daily", "none"]).default("each"),
  /** On: the desk has the words of messages, beside the mailbox. */
  keeps_messages: z.enum(["off", "on"]).default("off"),
  reply_within_working_days: days,
  opening_hours: z.array(
    z.object({ days: z.array(text).min(1), opens: clock.nullable(), closes: clock.nullable(), what: text }),
  ),
  bank_holidays: text,
  social: z.array(z.object({ name: text, url: z.string().url("must be an address"), handle: text })),
});

const deliverySchema = (price: PriceSchema) =>
  z.object({
    dispatch_from: text,
    working_days: z.array(z.number().int().min(1).max(7)).min(1, "must name a day"),
    free_standard_over: price.nullable(),
    free_standard_note: text,
    /** Written by the import: the countries of the zones. */
    countries: z.array(country).optional(),
    classes: z.array(z.object({ key: text, name: text, description: text, methods: z.array(text) })),
    mixed_orders: text,
  });

const returnsSchema = (price: PriceSchema) =>
  z.object({
    statutory_cancellation_days: days,
    send_back_within_days: days,
    our_returns_days: days,
    refund_within_days: days,
    /** What is taken off the refund where the shop pays for the way back; null: the customer buys the postage. */
    price: z.object({ small: price.nullable(), large: price.nullable(), two_person: price }),
    exceptions: z.array(text),
    faulty: text,
  });

const BUDGETS = [25, 30, 50, 75, 100, 150] as const;

const giftSchema = (price: PriceSchema) =>
  z.object({
    wrap_fee: price,
    wrap_fee_note: text,
    wrap_free_over: price,
    budgets: z.array(price).default([...BUDGETS]),
    message_max_characters: days,
    excluded_classes: z.array(z.enum(["small", "large", "two_person"])).default(["two_person"]),
    papers: z.array(z.object({ key: text, label: text })),
  });

const holidays = z.array(
  z.object({ date: z.string().date("must be a date such as 2026-12-25"), name: text }),
);

const taxSchema = z
  .object({
    /** Null: it has no name; left out: VAT. */
    name: text.nullish().transform((name) => (name === undefined ? "VAT" : name)),
    default_rate: rateSchema,
    rates: z.array(z.object({ code: text, rate: rateSchema })).default([]),
    countries: z.record(country, z.record(text, rateSchema)).default({}),
  })
  .superRefine(({ rates, countries }, context) => {
    for (const [code, own] of Object.entries(countries)) {
      const missing = rates.filter((rate) => own[rate.code] === undefined).map((rate) => rate.code);
      if (missing.length > 0)
        context.addIssue({
          code: "custom",
          path: ["countries", code],
          message: `has no rate for ${missing.join(", ")}`,
        });
    }
  });

type PriceSchema = ReturnType<typeof priceSchema>;

/** Each top-level key is a row of the settings table. */
function schemaIn(currency: Currency) {
  const price = priceSchema(currency);
  return z.object({
    settings: settingsSchema.extend({ basket_value_max: price.optional() }),
    company: companySchema,
    contact: contactSchema,
    delivery: deliverySchema(price),
    returns: returnsSchema(price),
    gift: giftSchema(price),
    tax: taxSchema,
    payment_methods: z.array(text),
    law: lawSchema,
    bank_holidays: z.object({
      division: z.enum(DIVISIONS).optional(),
      days: holidays,
      elsewhere: z.array(z.object({ division: z.enum(DIVISIONS), days: holidays })).default([]),
      also_closed: z.array(
        z.object({
          month_day: z.string().regex(/^\d\d-\d\d$/, "must be a day such as 12-24"),
          from: clock,
          reason: text,
        }),
      ),
    }),
  });
}

type SettingsSchema = ReturnType<typeof schemaIn>;
const schemas = new Map<Currency, SettingsSchema>();

export function storeSettingsSchema(currency: Currency): SettingsSchema {
  const schema = schemas.get(currency) ?? schemaIn(currency);
  schemas.set(currency, schema);
  return schema;
}

/** ISO 4217 for no currency: amounts can be read, but are in nothing. */
const NO_CURRENCY = "XXX";

/** The store's own; any while that is not known. */
export function rowCurrencySchema(currency: Currency) {
  return z
    .string()
    .refine(
      (named) => currency === NO_CURRENCY || named === currency,
      `must be ${currency}, as in store.json`,
    );
}

const currencySchema = z.object({ settings: z.object({ currency }) });
const currenciesSchema = z.object({ settings: z.object({ currencies: z.array(currency) }) });

export function currencyIn(settings: unknown): Currency {
  return currencySchema.safeParse(settings).data?.settings.currency ?? NO_CURRENCY;
}

export function otherCurrenciesIn(settings: unknown): ReadonlyArray<Currency> {
  const named = currenciesSchema.safeParse(settings).data?.settings.currencies ?? [];
  return [...new Set(named)].filter((code) => code !== currencyIn(settings));
}

/** Throws a ZodError that names everything wrong. */
export function readStoreSettings(
  settings: unknown,
  currency: Currency = currencyIn(settings),
): StoreSettings {
  const priced = currency === currencyIn(settings) ? settings : pricedIn(settings, currency);
  return storeSettingsSchema(currency).parse(priced);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function languageOf(tag: string): string {
  return new Intl.Locale(tag).language;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

export const STORE_SETTING_KEYS = schemaIn(NO_CURRENCY).keyof().options;

export type StoreSettings = z.infer<SettingsSchema>;
