import { type Currency, currencyDigits, minorPerUnit } from "./currency.ts";
import { decimalOf } from "./decimal.ts";

export type PriceFormat = Readonly<{ currency: Currency; locale: string }>;

/** Minor units. */
const AMOUNT_MAX = 99_999_999;
const TYPED_MAX_CHARACTERS = 40;

/** In minor units, with or without the currency's own sign, code or name; null for anything else. */
export function readAmount(text: string | null, format: PriceFormat): number | null {
  if (text === null || text.length > TYPED_MAX_CHARACTERS) return null;
  const figures = withoutSign(text.trim().toLowerCase(), format);
  const { group, decimal } = separatorsOf(format.locale);
  const mark = decimalMark(figures, { group, decimal });
  const [whole, fraction = "", ...more] = figures.split(mark);
  const units = more.length === 0 ? wholeOf(whole, group) : null;
  const digits = currencyDigits(format.currency);
  if (units === null || fraction.length > digits || !/^\d*$/.test(fraction)) return null;
  if (figures.endsWith(mark)) return null;
  const minor = units * minorPerUnit(format.currency) + Number(fraction.padEnd(digits, "0"));
  return minor <= AMOUNT_MAX ? minor : null;
}

export function amountField(minor: number, { currency, locale }: PriceFormat): string {
  const digits = minor % minorPerUnit(currency) === 0 ? 0 : currencyDigits(currency);
  return decimalOf(minor, currencyDigits(currency))
    .toFixed(digits)
    .replace(".", separatorsOf(locale).decimal);
}

type CurrencySigns = Readonly<{
  /** "£", "GBP": lower case, longest first, before or after an amount. */
  signs: ReadonlyArray<string>;
  /** "pounds", "quid": lower case, after an amount. */
  names: ReadonlyArray<string>;
}>;

/** Beside the names that `Intl` knows. */
const MORE_NAMES: Readonly<Record<string, ReadonlyArray<string>>> = { GBP: ["quid"], USD: ["bucks"] };

export function currencySigns({ currency, locale }: PriceFormat): CurrencySigns {
  return once(signs, `${currency} ${locale}`, () => {
    // The last part is the name, also where engines write the sign before it ("€2 euros" in en-DE); with decimals
    // ("1.00 euros") there would be no singular.
    const part = (currencyDisplay: "symbol" | "narrowSymbol" | "name", amount: number) =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay,
        maximumFractionDigits: 0,
      })
        .formatToParts(amount)
        .findLast(({ type }) => type === "currency")
        ?.value.toLowerCase() ?? "";
    const names = [part("name", 1), part("name", 2)].map((name) => name.split(" ").at(-1) ?? "");
    return {
      signs: longestFirst([part("symbol", 1), part("narrowSymbol", 1), currency.toLowerCase()]),
      names: longestFirst([...names, ...(MORE_NAMES[currency] ?? [])]),
    };
  });
}

const signs = new Map<string, CurrencySigns>();

function longestFirst(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  return [...new Set(texts)].filter(Boolean).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function withoutSign(text: string, format: PriceFormat): string {
  const { signs: before, names } = currencySigns(format);
  const first = before.find((sign) => text.startsWith(sign));
  if (first !== undefined) return text.slice(first.length).trimStart();
  const last = longestFirst([...before, ...names]).find((sign) => text.endsWith(sign));
  return last === undefined ? text : text.slice(0, -last.length).trimEnd();
}

type Separators = Readonly<{ group: string; decimal: string }>;
const separators = new Map<string, Separators>();
const GROUPED_SAMPLE = 1_234_567.5;

function separatorsOf(locale: string): Separators {
  return once(separators, locale, () => {
    const parts = new Intl.NumberFormat(locale).formatToParts(GROUPED_SAMPLE);
    const text = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual;
    return { group: text("group", ","), decimal: text("decimal", ".") };
  });
}

/** A point that cannot be a thousands separator is a decimal one in every locale. */
function decimalMark(figures: string, { group, decimal }: Separators): string {
  const mayGroup = group === "." && /\.\d{3}(?!\d)/.test(figures);
  return figures.includes(decimal) || mayGroup ? decimal : ".";
}

function wholeOf(text: string | undefined, group: string): number | null {
  const space = group.trim() === "" ? /\s/ : group;
  const [first = "", ...others] = (text ?? "").split(space);
  const last = others.at(-1);
  if (last === undefined) return /^\d{1,10}$/.test(first) ? Number(first) : null;
  const isGrouped =
    /^\d{1,3}$/.test(first) && /^\d{3}$/.test(last) && others.every((each) => /^\d{2,3}$/.test(each));
  return isGrouped ? Number([first, ...others].join("")) : null;
}

function once<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
