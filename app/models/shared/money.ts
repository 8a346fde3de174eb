/** Money: whole minor units and a currency; how it is added, split, rounded and shown. */

/** ISO 4217 codes of two decimal places that the shop can trade in. */
export type Currency = "GBP" | "EUR" | "USD";

/** An amount in whole minor units (pence). */
export type Money = Readonly<{ minor: number; currency: Currency }>;

/** The amount `minor` in whole minor units. Throws when it is not a safe integer: no float can be built. */
export function money(minor: number, currency: Currency = "GBP"): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not whole minor units: ${minor}`);
  return { minor, currency };
}

export function addMoney(first: Money, ...others: ReadonlyArray<Money>): Money {
  return others.reduce((sum, next) => money(sum.minor + sameCurrency(sum, next).minor, sum.currency), first);
}

export function subtractMoney(from: Money, amount: Money): Money {
  return money(from.minor - sameCurrency(from, amount).minor, from.currency);
}

/** `amount` times a whole `quantity`. */
export function multiplyMoney(amount: Money, quantity: number): Money {
  return money(amount.minor * quantity, amount.currency);
}

/** The share `numerator`/`denominator` of `amount`, rounded half away from zero to a whole minor unit. */
export function shareOfMoney(amount: Money, numerator: number, denominator: number): Money {
  const exact = (amount.minor * numerator) / denominator;
  return money(Math.sign(exact) * Math.round(Math.abs(exact)) || 0, amount.currency);
}

/**
 * `amount` split in proportion to `weights` so that the parts add up to it exactly
 * (largest remainder; equal remainders go to the earlier part). All weights zero: the first part gets all.
 */
export function splitMoney(amount: Money, weights: ReadonlyArray<number>): ReadonlyArray<Money> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, index) => money(index === 0 ? amount.minor : 0, amount.currency));
  // In whole numbers: a float's error must not decide who gets the odd penny.
  const remainders = weights.map((weight) => (((amount.minor * weight) % total) + total) % total);
  const parts = weights.map((weight, index) => (amount.minor * weight - (remainders[index] ?? 0)) / total);
  const left = amount.minor - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = remainders
    .map((remainder, index) => ({ index, remainder }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => money(part, amount.currency));
}

/** Text for people, "£1,150.00" in the locale `locale`. The only place where money becomes text. */
export function formatMoney(amount: Money, locale = BRITISH): string {
  if (locale === BRITISH) return britishText(amount);
  return formatter(locale, amount.currency).format(amount.minor / 100);
}

const BRITISH = "en-GB";
/** As Unicode's CLDR has them for British English. */
const BRITISH_SIGNS: Readonly<Record<Currency, string>> = { GBP: "£", EUR: "€", USD: "US$" };

/** What `Intl` says too. It needs 50 ms of a phone for its first word, while a page comes to life. */
function britishText({ minor, currency }: Money): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  const whole = grouped(digits.slice(0, -2));
  return `${minor < 0 ? "-" : ""}${BRITISH_SIGNS[currency]}${whole}.${digits.slice(-2)}`;
}

/** `digits` with a comma before every third from the end: "1150" becomes "1,150". */
function grouped(digits: string): string {
  return digits.length <= 3 ? digits : `${grouped(digits.slice(0, -3))},${digits.slice(-3)}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(locale: string, currency: Currency): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { style: "currency", currency });
  formatters.set(key, made);
  return made;
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`Cannot mix ${a.currency} and ${b.currency}`);
  return b;
}
