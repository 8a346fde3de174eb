import { type Currency, currencyDigits, minorPerUnit, smallestStep } from "./currency.ts";

/** An amount in whole minor units: pence, yen, fils. */
export type Money = Readonly<{ minor: number; currency: Currency }>;

/** Throws unless `minor` is a safe integer. */
export function money(minor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not whole minor units: ${minor}`);
  return { minor, currency };
}

export function moneyOrNull(minor: number | null, currency: Currency): Money | null {
  return minor === null ? null : money(minor, currency);
}

export function sumMoney(amounts: ReadonlyArray<Money>, currency: Currency): Money {
  return addMoney(money(0, currency), ...amounts);
}

export function addMoney(first: Money, ...others: ReadonlyArray<Money>): Money {
  return others.reduce((sum, next) => money(sum.minor + sameCurrency(sum, next).minor, sum.currency), first);
}

export function subtractMoney(from: Money, amount: Money): Money {
  return money(from.minor - sameCurrency(from, amount).minor, from.currency);
}

export function multiplyMoney(amount: Money, quantity: number): Money {
  return money(amount.minor * quantity, amount.currency);
}

/**
 * Rounded half away from zero to a minor unit, or to the currency's smallest step where `amount` is a multiple of it.
 */
export function shareOfMoney(amount: Money, numerator: number, denominator: number): Money {
  const step = stepOf(amount);
  const exact = (amount.minor * numerator) / denominator / step;
  return money(Math.sign(exact) * Math.round(Math.abs(exact)) * step || 0, amount.currency);
}

/**
 * Parts add up to `amount` (largest remainder; equal remainders go to the earlier part); if all weights are zero the
 * first part gets everything.
 */
export function splitMoney(amount: Money, weights: ReadonlyArray<number>): ReadonlyArray<Money> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, index) => money(index === 0 ? amount.minor : 0, amount.currency));
  const step = stepOf(amount);
  const steps = amount.minor / step;
  // In whole numbers, so that no float error decides about the odd penny.
  const remainders = weights.map((weight) => (((steps * weight) % total) + total) % total);
  const parts = weights.map((weight, index) => (steps * weight - (remainders[index] ?? 0)) / total);
  const left = steps - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = remainders
    .map((remainder, index) => ({ index, remainder }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => money(part * step, amount.currency));
}

/** An amount between two steps, such as one from another system, is shared out by the minor unit. */
function stepOf({ minor, currency }: Money): number {
  const step = smallestStep(currency);
  return minor % step === 0 ? step : 1;
}

/** "£1,150.00"; `locale` is a BCP 47 tag. The only place where money becomes text. */
export function formatMoney(amount: Money, locale: string): string {
  return format(amount, locale, currencyDigits(amount.currency));
}

export function formatShortMoney(amount: Money, locale: string): string {
  const isWhole = amount.minor % minorPerUnit(amount.currency) === 0;
  return format(amount, locale, isWhole ? 0 : currencyDigits(amount.currency));
}

const BRITISH = "en-GB";
/** As in Unicode's CLDR. */
const BRITISH_SIGNS: ReadonlyMap<Currency, string> = new Map([
  ["GBP", "£"],
  ["EUR", "€"],
  ["USD", "US$"],
]);

function format(amount: Money, locale: string, digits: number): string {
  const sign = locale === BRITISH ? BRITISH_SIGNS.get(amount.currency) : undefined;
  if (sign !== undefined) return britishText(amount, sign, digits);
  const decimal = `${amount.minor}e-${currencyDigits(amount.currency)}`;
  return formatter(locale, amount.currency, digits).format(Number(decimal));
}

/** As `Intl` writes it, which takes 50 ms on a phone for its first text. */
function britishText({ minor, currency }: Money, sign: string, shownDigits: number): string {
  const decimals = currencyDigits(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = grouped(digits.slice(0, digits.length - decimals));
  const fraction = shownDigits === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${minor < 0 ? "-" : ""}${sign}${whole}${fraction}`;
}

function grouped(digits: string): string {
  return digits.length <= 3 ? digits : `${grouped(digits.slice(0, -3))},${digits.slice(-3)}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Made once for each, because making one costs more than using it. */
export function formatter(locale: string, currency: Currency, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formatters.set(key, made);
  return made;
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`Cannot mix ${a.currency} and ${b.currency}`);
  return b;
}
