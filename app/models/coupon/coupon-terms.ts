import { type Currency, smallestStep } from "#app/models/shared/currency.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";

import type { CouponType } from "./coupon.ts";

/** In minor units. */
export type CurrencyAmounts = Readonly<Record<Currency, number>>;

/** As an owner types them. Amounts are in the shop's own currency, in minor units, where nothing else is named. */
export type CouponTerms = Readonly<{
  code: string;
  type: CouponType;
  /** 1 to 100. */
  percent: number | null;
  amountOff: number | null;
  otherAmounts: CurrencyAmounts;
  minimumSpend: number | null;
  otherMinimums: CurrencyAmounts;
  /** The minimum counts only what the coupon is for. */
  isMinimumOnMatching: boolean;
  /** Null: at once. */
  firstDay: Day | null;
  /** That day included; null: no end. */
  lastDay: Day | null;
  maxUses: number | null;
  isOncePerCustomer: boolean;
  isFirstOrderOnly: boolean;
  /** Names or paths, with the categories below them; none: all. */
  categories: ReadonlyArray<string>;
  /** Names or slugs; none: all. */
  products: ReadonlyArray<string>;
  excludesSaleItems: boolean;
  /** Names or keys, of free delivery; none: all. */
  deliveryMethods: ReadonlyArray<string>;
  /** Empty: what it is worth. */
  name: string;
  /** What the basket says; empty: what it is worth. */
  message: string;
}>;

export type TermsProblem = Readonly<{ field: keyof CouponTerms; problem: string }>;

/** What no field can say alone; null: nothing is wrong. `others`: further currencies of the shop. */
export function termsProblem(
  terms: CouponTerms,
  { currency, others }: Readonly<{ currency: Currency; others: ReadonlyArray<Currency> }>,
): TermsProblem | null {
  const { type, firstDay, lastDay } = terms;
  const found = typeProblem(terms) ?? amountProblem(terms, currency);
  if (found) return found;
  if (type !== "free_delivery" && terms.deliveryMethods.length > 0)
    return wrong("deliveryMethods", "Leave this empty, or choose Free delivery");
  if (firstDay !== null && lastDay !== null && lastDay < firstDay)
    return wrong("lastDay", "Must not be before the first day");
  return otherCurrenciesProblem(terms, others);
}

function wrong(field: keyof CouponTerms, problem: string): TermsProblem {
  return { field, problem };
}

const OF_TYPES = [
  { field: "percent", type: "percentage", label: "Per cent", missing: "Type a number from 1 to 100" },
  { field: "amountOff", type: "fixed", label: "Amount", missing: "Type how much it takes off" },
] as const;

/** Each type has its own field, and no other. */
function typeProblem(terms: CouponTerms): TermsProblem | null {
  for (const { field, type, label, missing } of OF_TYPES) {
    const isOfType = terms.type === type;
    if (isOfType && terms[field] === null) return wrong(field, missing);
    if (!isOfType && terms[field] !== null) return wrong(field, `Leave this empty, or choose ${label}`);
  }
  return null;
}

function amountProblem(terms: CouponTerms, currency: Currency): TermsProblem | null {
  for (const field of ["amountOff", "minimumSpend"] as const) {
    const minor = terms[field];
    if (minor === 0) return wrong(field, "Must be more than 0");
    if (minor !== null && minor % smallestStep(currency) !== 0)
      return wrong(field, `${currency} has no such amount`);
  }
  return null;
}

const OF_OTHERS = [
  ["amountOff", "otherAmounts"],
  ["minimumSpend", "otherMinimums"],
] as const;

/** Amounts stand in all further currencies of the shop or in none; without them the code is for one currency. */
function otherCurrenciesProblem(terms: CouponTerms, others: ReadonlyArray<Currency>): TermsProblem | null {
  const isListed = OF_OTHERS.some(([, field]) => Object.keys(terms[field]).length > 0);
  if (!isListed) return null;
  for (const [main, field] of OF_OTHERS) {
    const named = Object.keys(terms[field]);
    const [unknown] = named.filter((code) => !others.includes(code));
    if (unknown !== undefined) return wrong(field, `The shop does not offer ${unknown}`);
    if (terms[main] === null && named.length > 0)
      return wrong(field, "Leave this empty: there is no amount of it");
    const missing = terms[main] === null ? [] : others.filter((code) => !named.includes(code));
    if (missing.length > 0) return wrong(field, `Name ${missing.join(", ")} too`);
  }
  return null;
}

export type CouponWorth = Readonly<{ type: CouponType; amount: number }>;

export function worthOfTerms({ type, percent, amountOff }: CouponTerms): CouponWorth {
  return { type, amount: percent ?? amountOff ?? 0 };
}

export function worthText({ type, amount }: CouponWorth, { currency, locale }: PriceFormat): string {
  switch (type) {
    case "percentage":
      return `${amount}% off`;
    case "fixed":
      return `${formatMoney(money(amount, currency), locale)} off`;
    case "free_delivery":
      return "Free delivery";
  }
}

export function worthMessage(worth: string): string {
  return `${worth}: done.`;
}
