import { currencySigns, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

export type SearchFilter =
  /** Products for a child of this age (requirement catalogue-3). */
  | Readonly<{ kind: "age"; months: number }>
  /** Both included; null is open. */
  | Readonly<{ kind: "price"; fromMinor: number | null; toMinor: number | null }>;

export type AppliedFilter = Readonly<{ filter: SearchFilter; without: string }>;

export type SearchIntent = Readonly<{
  words: string;
  filters: ReadonlyArray<AppliedFilter>;
}>;

const MONTHS_IN_A_YEAR = 12;
/** "For a 40 year old" is no age of a child. */
const AGE_MAX_MONTHS = 18 * MONTHS_IN_A_YEAR;

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const NUMBER = `(\\d{1,3}|${Object.keys(NUMBER_WORDS).join("|")})`;
const AMOUNT = "(\\d{1,3}(?:[.,]\\d{3}){1,3}|\\d{1,9}(?:[.,]\\d{1,3})?)";
const TO = "\\s?(?:-|–|to|and)\\s?";
const YEARS = "-?\\s?(?:years?|yrs?|y)\\b";
const MONTHS = "-?\\s?(?:months?|mths?|mos?|m)\\b";
const OLD = "(?:[-\\s](?:olds?|and over|plus|\\+))?\\+?";
const BEFORE_AGE = "(?:\\bfor\\s)?(?:\\ban?\\s)?(?:\\b(?:ages?|aged)\\s)?";
/** "Under 30 kg" is no price. */
const NO_UNIT = "(?![\\d.,]{0,12}\\s?-?(?:kg|g|cm|mm|m|x|years?|yrs?|y|months?|mths?)\\b)";

type Reader = Readonly<{ pattern: RegExp; read: (found: ReadonlyArray<string>) => SearchFilter | null }>;

const years = (text: string | undefined) => age(text, MONTHS_IN_A_YEAR);
const months = (text: string | undefined) => age(text, 1);

/** The first match counts, and of a range the youngest age, because the minimum age is a floor. */
const AGES: ReadonlyArray<Reader> = [
  { pattern: /\bfrom birth\b/iu, read: () => ({ kind: "age", months: 0 }) },
  reader(`\\b(?:for\\s)?(?:under|below)[-\\s]${NUMBER}(?:s\\b|${YEARS}${OLD})`, ([to]) =>
    justUnder(years(to)),
  ),
  reader(`${BEFORE_AGE}\\b${NUMBER}${TO}${NUMBER}${YEARS}${OLD}`, ([from]) => years(from)),
  reader(`${BEFORE_AGE}\\b${NUMBER}${TO}${NUMBER}${MONTHS}${OLD}`, ([from]) => months(from)),
  reader(`${BEFORE_AGE}\\b${NUMBER}${YEARS}${OLD}`, ([from]) => years(from)),
  reader(`${BEFORE_AGE}\\b${NUMBER}${MONTHS}${OLD}`, ([from]) => months(from)),
  reader(`\\b(?:for\\s)?(?:ages?|aged)\\s${NUMBER}(?:${TO}${NUMBER})?\\+?(?=\\s|$)`, ([from]) => years(from)),
];

/** With the currency's sign, code or name, or without where the words make them prices. */
function priceReaders(format: PriceFormat): ReadonlyArray<Reader> {
  const { signs, names } = currencySigns(format);
  const sign = `(?:${signs.map(escaped).join("|")})`;
  const after = `(?:${[...signs, ...names].map(escaped).join("|")})`;
  const unit = `(?:\\s?${after}(?=\\s|$))?`;
  const price = (from: string | undefined, to: string | undefined) => priceFilter(from, to, format);
  return [
    reader(
      `(?:\\b(?:from|between)\\s)?${sign}\\s?${AMOUNT}${TO}(?:${sign})?\\s?${AMOUNT}(?=\\s|$)`,
      ([from, to]) => price(from, to),
    ),
    reader(`(?:\\b(?:from|between)\\s)?\\b${AMOUNT}${TO}${AMOUNT}\\s?${after}(?=\\s|$)`, ([from, to]) =>
      price(from, to),
    ),
    reader(`\\bbetween\\s${AMOUNT}\\sand\\s${NO_UNIT}${AMOUNT}${unit}(?=\\s|$)`, ([from, to]) =>
      price(from, to),
    ),
    reader(
      `\\b(?:under|below|less than|cheaper than|up to|max(?:imum)?|no more than)\\s(?:${sign})?\\s?${NO_UNIT}${AMOUNT}${unit}(?=\\s|$)`,
      ([to]) => price(undefined, to),
    ),
    reader(
      `\\b(?:over|above|more than|at least|min(?:imum)?)\\s(?:${sign})?\\s?${NO_UNIT}${AMOUNT}${unit}(?=\\s|$)`,
      ([from]) => price(from, undefined),
    ),
    reader(`${sign}\\s?${AMOUNT}\\s?\\+(?=\\s|$)`, ([from]) => price(from, undefined)),
    reader(`(?<!\\S)${sign}\\s?${AMOUNT}(?=\\s|$)`, ([to]) => price(undefined, to)),
  ];
}

const readersByFormat = new Map<string, ReadonlyArray<Reader>>();

function pricesIn(format: PriceFormat): ReadonlyArray<Reader> {
  const key = `${format.currency} ${format.locale}`;
  const known = readersByFormat.get(key) ?? priceReaders(format);
  readersByFormat.set(key, known);
  return known;
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

export function readIntent(query: string, format: PriceFormat): SearchIntent {
  const found = [AGES, pricesIn(format)].flatMap((readers) => firstFound(query, readers) ?? []);
  const words = cut(query, found);
  return {
    words,
    filters: found.map((one) => ({ filter: one.filter, without: cut(query, [one]) })),
  };
}

type Found = Readonly<{ filter: SearchFilter; from: number; to: number }>;

function firstFound(query: string, readers: ReadonlyArray<Reader>): Found | null {
  for (const { pattern, read } of readers) {
    const match = pattern.exec(query);
    const filter = match ? read(match.slice(1)) : null;
    if (match && filter) return { filter, from: match.index, to: match.index + match[0].length };
  }
  return null;
}

function cut(query: string, found: ReadonlyArray<Found>): string {
  return query
    .split("")
    .map((letter, at) => (found.some(({ from, to }) => at >= from && at < to) ? " " : letter))
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
}

function reader(pattern: string, read: Reader["read"]): Reader {
  return { pattern: new RegExp(pattern, "iu"), read };
}

function age(text: string | undefined, unit: number): SearchFilter | null {
  const count = NUMBER_WORDS[text?.toLowerCase() ?? ""] ?? Number(text);
  const total = count * unit;
  return Number.isInteger(total) && total >= 0 && total <= AGE_MAX_MONTHS
    ? { kind: "age", months: total }
    : null;
}

/** "Under 3 years" is the month before. */
function justUnder(filter: SearchFilter | null): SearchFilter | null {
  return filter?.kind === "age" && filter.months > 0 ? { kind: "age", months: filter.months - 1 } : null;
}

function priceFilter(
  from: string | undefined,
  to: string | undefined,
  format: PriceFormat,
): SearchFilter | null {
  const [least, most] = [minor(from, format), minor(to, format)];
  if (least === null && most === null) return null;
  const isTurned = least !== null && most !== null && least > most;
  return isTurned
    ? { kind: "price", fromMinor: most, toMinor: least }
    : { kind: "price", fromMinor: least, toMinor: most };
}

/** Whoever types "12,50" means no thousands, in any locale. */
function minor(text: string | undefined, format: PriceFormat): number | null {
  if (text === undefined) return null;
  return readAmount(text, format) ?? readAmount(text.replace(",", "."), format);
}

export function filterText(filter: SearchFilter, formatMinor: (minor: number) => string): string {
  if (filter.kind === "age") return childAgeText(filter.months);
  const { fromMinor, toMinor } = filter;
  if (fromMinor === null) return `Up to ${formatMinor(toMinor ?? 0)}`;
  return toMinor === null
    ? `From ${formatMinor(fromMinor)}`
    : `${formatMinor(fromMinor)} to ${formatMinor(toMinor)}`;
}

function childAgeText(total: number): string {
  if (total === 0) return "From birth";
  const years = Math.floor(total / MONTHS_IN_A_YEAR);
  if (total % MONTHS_IN_A_YEAR === MONTHS_IN_A_YEAR - 1 && years > 0) return `Under ${years + 1} years`;
  if (total % MONTHS_IN_A_YEAR !== 0) return total === 1 ? "1 month old" : `${total} months old`;
  return years === 1 ? "1 year old" : `${years} years old`;
}

/** They mean nothing alone after ages and prices are taken out. */
const CONNECTIVES = /^(?:an?|and|any|for|in|my|of|old|our|or|something|suitable|that|the|to|toys?|with)$/iu;

export function hasSubject(words: string): boolean {
  return words.split(" ").some((word) => word !== "" && !CONNECTIVES.test(word));
}
