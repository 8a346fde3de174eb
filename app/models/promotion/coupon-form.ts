import { z } from "zod";

import { type Currency, currencyDigits, isCurrency, smallestStep } from "#app/models/shared/currency.ts";
import { addDays } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

import { type CouponType, couponCode } from "./coupon.ts";

export type TypedTerms = Readonly<Record<string, string | undefined>>;

export type CouponTerms = Readonly<{
  code: string;
  name: string;
  type: CouponType;
  /** Percentage points, minor units, or 0 for free delivery. */
  amount: number;
  minimumSpendMinor: number | null;
  /** In other currencies that the shop offers, in minor units. */
  prices: Readonly<
    Record<
      Currency,
      Readonly<{ amount: number; minimum_spend: number | null; name: string; message_ok: string }>
    >
  >;
  minimumAppliesTo: "all" | "matching_items";
  /** ISO 8601, UTC; the end is not included. */
  startsAt: string;
  endsAt: string | null;
  maxUses: number | null;
  isOncePerCustomer: boolean;
  isFirstOrderOnly: boolean;
  /** Names or paths, with the categories below them; empty: all. */
  categories: ReadonlyArray<string>;
  /** Names or slugs; empty: all. */
  products: ReadonlyArray<string>;
  excludesSaleItems: boolean;
  deliveryMethods: ReadonlyArray<string> | null;
  message: string;
}>;

type Read =
  Readonly<{ ok: true; value: CouponTerms }> | Readonly<{ ok: false; problems: ReadonlyArray<string> }>;

const TEXT_MAX = 200;
const USES_MAX = 1_000_000;
const KINDS = ["percent", "fixed", "free-delivery"] as const;

const SAMPLE_UNITS = 5;
const SAMPLE_FRACTION = 7.5;

function amountSchema(format: PriceFormat) {
  const unit = 10 ** currencyDigits(format.currency);
  const samples = [SAMPLE_UNITS, SAMPLE_FRACTION].map((units) =>
    amountField(Math.ceil(units * unit), format),
  );
  const step = smallestStep(format.currency);
  return z.string().transform((text, context) => {
    const minor = readAmount(text, format);
    if (minor !== null && minor > 0 && minor % step === 0) return minor;
    const message = minor === 0 ? "must be more than 0" : `must be an amount such as ${samples.join(" or ")}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}
function amountsSchema(locale: string) {
  return z.string().transform((text, context): Readonly<Record<Currency, number>> => {
    const read = text.split(",").map((part) => {
      const [code = "", typed = ""] = part.trim().split(/\s+(.*)/);
      const minor = isCurrency(code)
        ? amountSchema({ currency: code, locale }).safeParse(typed).data
        : undefined;
      return [code, minor] as const;
    });
    if (read.every(([, minor]) => minor !== undefined))
      return Object.fromEntries(read) as Record<Currency, number>;
    context.addIssue({ code: "custom", message: "must be amounts such as EUR 6, USD 7.50" });
    return z.NEVER;
  });
}
const whole = (maximum: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, "must be a whole number")
    .transform(Number)
    .refine((count) => count >= 1 && count <= maximum, `must be 1 to ${maximum}`);
/** Names are one a line, because they have commas. */
const ADDRESSES = /^[a-z0-9/_-]+(?:\s*,\s*[a-z0-9/_-]+)*,?$/;
const day = z.string().date("must be a day such as 2026-12-31");
const names = z
  .string()
  .transform((list) =>
    list
      .split("\n")
      .flatMap((line) => (ADDRESSES.test(line.trim()) ? line.split(",") : line))
      .map((name) => name.trim())
      .filter((name) => /[^,]/.test(name)),
  )
  .refine((list) => list.length > 0, "must name at least one");
const text = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(TEXT_MAX, `must be at most ${TEXT_MAX} characters`);
const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const schemaIn = (format: PriceFormat) =>
  z.object({
    code: z.string().transform((typed, context) => {
      const code = couponCode(typed);
      if (code !== null) return code;
      context.addIssue({ code: "custom", message: "must be 3 to 40 letters, digits or hyphens" });
      return z.NEVER;
    }),
    percent: whole(100).optional(),
    fixed: amountSchema(format).optional(),
    "free-delivery": flag,
    methods: names.optional(),
    name: text.optional(),
    message: text.optional(),
    "fixed-in": amountsSchema(format.locale).optional(),
    minimum: amountSchema(format).optional(),
    "minimum-in": amountsSchema(format.locale).optional(),
    "minimum-on-matching": flag,
    starts: day.optional(),
    ends: day.optional(),
    "max-uses": whole(USES_MAX).optional(),
    "once-per-customer": flag,
    "first-order": flag,
    categories: names.optional(),
    products: names.optional(),
    "not-on-sale-items": flag,
  });

type Typed = z.output<ReturnType<typeof schemaIn>>;

type TermsContext = Readonly<{
  timeZone: string;
  format: PriceFormat;
  others?: ReadonlyArray<Currency>;
  now: Date;
}>;

export function readCouponTerms(
  typed: TypedTerms,
  { timeZone, format, others = [], now }: TermsContext,
): Read {
  const kinds = KINDS.filter((kind) => typed[kind] !== undefined);
  const problems = [
    ...(kinds.length === 1 ? [] : ["use exactly one of --percent, --fixed and --free-delivery"]),
    ...(typed["methods"] !== undefined && typed["free-delivery"] === undefined
      ? ["--methods: only works with --free-delivery"]
      : []),
  ];
  const read = schemaIn(format).safeParse(typed);
  if (!read.success) {
    const found = read.error.issues.map(({ path, message }) => `${optionName(path[0])}: ${message}`);
    return { ok: false, problems: [...found, ...problems] };
  }
  problems.push(...listProblems(read.data, others));
  const terms = termsOf(read.data, { timeZone, format, now });
  problems.push(...endProblems(terms, now));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: terms };
}

function endProblems({ startsAt, endsAt }: CouponTerms, now: Date): ReadonlyArray<string> {
  if (endsAt !== null && endsAt <= startsAt) return ["--ends: must not be before it starts"];
  return endsAt !== null && endsAt <= now.toISOString() ? ["--ends: is in the past"] : [];
}

const LISTS = [
  ["fixed", "fixed-in"],
  ["minimum", "minimum-in"],
] as const;

/** Amounts are given in all further currencies of the shop or in none; without them the code is for one currency. */
function listProblems(typed: Typed, others: ReadonlyArray<Currency>): ReadonlyArray<string> {
  const isListed = LISTS.some(([, list]) => typed[list] !== undefined);
  if (!isListed) return [];
  return LISTS.flatMap(([main, list]) => {
    const named = Object.keys(typed[list] ?? {});
    if (typed[main] === undefined) return named.length > 0 ? [`--${list}: only works with --${main}`] : [];
    const unknown = named.filter((code) => !others.includes(code));
    const missing = others.filter((code) => !named.includes(code));
    return [
      ...(unknown.length > 0 ? [`--${list}: the shop does not offer ${unknown.join(", ")}`] : []),
      ...(missing.length > 0 ? [`--${list}: must name ${missing.join(", ")}`] : []),
    ];
  });
}

function pricesOf(typed: Typed, locale: string): CouponTerms["prices"] {
  const codes = new Set(LISTS.flatMap(([, list]) => Object.keys(typed[list] ?? {})));
  return Object.fromEntries(
    [...codes].map((currency) => {
      const { type, amount: main } = worthOf(typed);
      const amount = typed["fixed-in"]?.[currency] ?? main;
      const minimum_spend = typed["minimum-in"]?.[currency] ?? null;
      return [
        currency,
        { amount, minimum_spend, ...wordsOf(typed, worthText({ type, amount }, { currency, locale })) },
      ];
    }),
  );
}

function wordsOf({ name, message }: Typed, worth: string) {
  return { name: name ?? worth, message_ok: message ?? `${worth}: done.` };
}

export function worthText(
  { type, amount }: Pick<CouponTerms, "type" | "amount">,
  { currency, locale }: PriceFormat,
): string {
  switch (type) {
    case "percentage":
      return `${amount}% off`;
    case "fixed":
      return `${formatMoney(money(amount, currency), locale)} off`;
    case "free_delivery":
      return "Free delivery";
  }
}

function optionName(name: string | number | undefined): string {
  return name === "code" ? "the code" : `--${name ?? ""}`;
}

function termsOf(typed: Typed, { timeZone, format, now }: TermsContext): CouponTerms {
  const worth = worthOf(typed);
  const words = wordsOf(typed, worthText(worth, format));
  return {
    code: typed.code,
    ...worth,
    name: words.name,
    message: words.message_ok,
    minimumSpendMinor: typed.minimum ?? null,
    prices: pricesOf(typed, format.locale),
    minimumAppliesTo: typed["minimum-on-matching"] ? "matching_items" : "all",
    ...windowOf(typed, { timeZone, now }),
    maxUses: typed["max-uses"] ?? null,
    isOncePerCustomer: typed["once-per-customer"],
    isFirstOrderOnly: typed["first-order"],
    categories: typed.categories ?? [],
    products: typed.products ?? [],
    excludesSaleItems: typed["not-on-sale-items"],
    deliveryMethods: typed.methods ?? null,
  };
}

function windowOf({ starts, ends }: Typed, { timeZone, now }: Omit<TermsContext, "format">) {
  return {
    startsAt: starts ? dayStart(starts, timeZone).toISOString() : now.toISOString(),
    endsAt: ends ? dayStart(addDays(ends, 1), timeZone).toISOString() : null,
  };
}

function worthOf({ percent, fixed }: Typed): Pick<CouponTerms, "type" | "amount"> {
  if (percent !== undefined) return { type: "percentage", amount: percent };
  return fixed === undefined ? { type: "free_delivery", amount: 0 } : { type: "fixed", amount: fixed };
}

function dayStart(isoDay: string, timeZone: string): Date {
  const midnight = Date.parse(isoDay);
  const first = midnight - clockOffset(midnight, timeZone);
  return new Date(midnight - clockOffset(first, timeZone));
}

/** Milliseconds ahead of UTC. */
function clockOffset(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone,
  }).format(at);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - at;
}
