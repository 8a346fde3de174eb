import { currencySigns, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

export type SearchFilter =
  /** Products for a child of this age (requirement catalogue-3); "under 3 years" is the month before. */
  | Readonly<{ kind: "age"; months: number; isUnder?: boolean }>
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
const WORD = Object.keys(NUMBER_WORDS).join("|");
/** "½" comes as "1⁄2", and so "2½" as "21⁄2". "1.5" and "1 1/2" are not read from their last digit. */
const COUNT = `((?:\\d{1,3}(?:[.,]\\d{1,2}|\\s?\\d⁄\\d|[\\s-]\\d/\\d)?|\\d⁄\\d|${WORD})(?:\\s(?:and\\s)?a\\shalf)?)`;
const NUMBER = `(?<![\\d.,/⁄]|\\d[\\s-](?=\\d/\\d))${COUNT}`;
const AMOUNT = "(\\d{1,3}(?:[.,]\\d{3}){1,3}|\\d{1,9}(?:[.,]\\d{1,3})?)";
const TO = "\\s?(?:-|–|to|and)\\s?";
const AGE_TO = "(?:\\s?[-–/]\\s?|\\s?(?:to|and|or)\\s?|\\s(?:and\\s)?(?:up to|until|till)\\s)(?:an?\\s)?";
const UNIT = "-?\\s?(years?|yrs?|y|months?|mths?|mos?|m)\\b";
const YEARS = "-?\\s?(?:years?|yrs?|y)\\b";
const MONTHS = "-?\\s?(?:months?|mths?|mos?|m)\\b";
/** In "3 years and under £30" the word belongs to the price. */
const NO_AMOUNT = "(?!\\s[\\p{Sc}\\d])";
const AND_OVER = `(?:and|or)\\s(?:older|up(?!\\sto\\s)|(?:over|above)${NO_AMOUNT})\\b`;
const AND_UNDER = `\\s(?:and|or)\\s(?:younger|(?:under|below)${NO_AMOUNT})\\b`;
const OLD = `(?:[-\\s](?:olds?|plus|\\+|${AND_OVER}))*\\+?`;
const AGE = `\\b${NUMBER}${UNIT}${OLD}`;
const AGED = "(?:ages?|aged)\\s";
const LESS = "(?:under|below|up to|(?:less|younger|no (?:more|older)) than)[-\\s]";
const UNDER = `\\b(?:for\\s)?${LESS}`;
const OVER = "(?:from|between|over|above|at least|(?:more|older) than)";
const THE_AGE_OF = "(?:the\\s)?ages?\\s(?:of\\s)?";
const BEFORE_AGE = `(?:\\bfor\\s)?(?:\\b(?:${AGED})?${OVER}\\s)?(?:\\b(?:an?|the)\\s)?(?:\\b${AGED}(?:of\\s)?)?`;
/** With these a number needs no unit to be an age. */
const AGED_UNDER = `\\b(?:for\\s)?(?:${AGED}${LESS}(?:an?\\s)?|${LESS}${THE_AGE_OF})`;
const AGED_FROM = `\\b(?:for\\s)?(?:${AGED}(?:${OVER}\\s)?|${OVER}\\s${THE_AGE_OF})`;
const BEFORE_RANGE = new RegExp(`(${UNDER})?${BEFORE_AGE}$`, "iu");
/** "Under 30 kg" is no price. */
const NO_UNIT = "(?![\\d.,]{0,12}\\s?-?(?:kg|g|cm|mm|m|x|years?|yrs?|y|months?|mths?|mos?)\\b)";

type Reader = Readonly<{
  /** Matched to the text in front; its groups come first. */
  before?: RegExp;
  pattern: RegExp;
  read: (found: ReadonlyArray<string | undefined>) => SearchFilter | null;
}>;

/** The first match counts, and of a range the youngest age, because the minimum age is a floor. */
const AGES: ReadonlyArray<Reader> = [
  reader(`\\b(?:from\\s)?birth${AGE_TO}${COUNT}${UNIT}${OLD}`, () => ageOf(0)),
  { pattern: /\bfrom birth\b/iu, read: () => ({ kind: "age", months: 0 }) },
  reader(`${BEFORE_AGE}\\b${NUMBER}${YEARS}\\s(?:and\\s)?${NUMBER}${MONTHS}${OLD}`, ([years, months]) =>
    ageOf(inMonths(years, "years") + inMonths(months, "months")),
  ),
  reader(
    `\\b(?<!\\p{Sc}\\s?)${NUMBER}${AGE_TO}${COUNT}${UNIT}${OLD}`,
    ([under, one, other, unit]) => {
      const [first, last] = [inMonths(one, unit), inMonths(other, unit)];
      return startsWithPrice(under, first, last) ? null : youngest(under, [first, last]);
    },
    BEFORE_RANGE,
  ),
  reader(
    `${AGE}${AGE_TO}${COUNT}${UNIT}${OLD}`,
    ([under, one, unit, other, otherUnit]) =>
      youngest(under, [inMonths(one, unit), inMonths(other, otherUnit)]),
    BEFORE_RANGE,
  ),
  reader(`${AGED_UNDER}${NUMBER}(?:s\\b|${UNIT}${OLD}|(?=\\s|$))`, ([to, unit]) =>
    justUnder(inMonths(to, unit)),
  ),
  reader(`${UNDER}(?:an?\\s)?${NUMBER}(?:s\\b|${UNIT}${OLD})`, ([to, unit]) => justUnder(inMonths(to, unit))),
  reader(`${BEFORE_AGE}${AGE}${AND_UNDER}`, ([to, unit]) => justUnder(inMonths(to, unit))),
  reader(`${AGED_FROM}${NUMBER}${AND_UNDER}`, ([to]) => justUnder(inMonths(to))),
  reader(`${BEFORE_AGE}${AGE}`, ([from, unit]) => ageOf(inMonths(from, unit))),
  reader(`\\b(?:for\\s)?(?:over|above)[-\\s]${NUMBER}s\\b`, ([from]) => ageOf(inMonths(from))),
  reader(
    `${AGED_FROM}${NUMBER}(?:${AGE_TO}${COUNT})?(?:\\s?\\+|\\splus\\b|\\s${AND_OVER})?(?=\\s|$)`,
    ([one, other = one]) => ageOf(Math.min(inMonths(one), inMonths(other))),
  ),
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
  const ages = foundBy(AGES, query);
  // An age is no price as well: "under 2 1/2 years".
  const found = [...ages, ...foundBy(pricesIn(format), blanked(query, ages))];
  const joint = jointOf(query, found);
  return {
    words: cut(query, [...found, ...joint]),
    filters: found.map((one) => ({ filter: one.filter, without: cut(query, [one, ...joint]) })),
  };
}

type Span = Readonly<{ from: number; to: number }>;
type Found = Span & Readonly<{ filter: SearchFilter }>;

/** What only joins an age and a price: "under £20 - 3 years". */
function jointOf(query: string, found: ReadonlyArray<Span>): ReadonlyArray<Span> {
  const [first, last] = [...found].sort((a, b) => a.from - b.from);
  if (!first || !last) return [];
  const between = { from: first.to, to: last.from };
  return /^\s?(?:[-–,&+/]|and)?\s?$/iu.test(query.slice(between.from, between.to)) ? [between] : [];
}

/** One at most. */
function foundBy(readers: ReadonlyArray<Reader>, query: string): ReadonlyArray<Found> {
  for (const { before, pattern, read } of readers) {
    const match = pattern.exec(query);
    const [lead = "", ...first] = (match && before?.exec(query.slice(0, match.index))) ?? [];
    const filter = match ? read([...first, ...match.slice(1)]) : null;
    if (match && filter)
      return [{ filter, from: match.index - lead.length, to: match.index + match[0].length }];
  }
  return [];
}

function blanked(query: string, found: ReadonlyArray<Span>): string {
  return query
    .split("")
    .map((letter, at) => (found.some(({ from, to }) => at >= from && at < to) ? " " : letter))
    .join("");
}

function cut(query: string, found: ReadonlyArray<Span>): string {
  return blanked(query, found).replace(/\s+/gu, " ").trim();
}

function reader(pattern: string, read: Reader["read"], before?: RegExp): Reader {
  return { pattern: new RegExp(pattern, "iu"), read, ...(before ? { before } : {}) };
}

/** A number of years unless `unit` begins with "m"; NaN if it is none. */
function inMonths(text = "", unit = "years"): number {
  const half = /\s(?:and\s)?a\shalf$/iu;
  const count = countOf(text.replace(half, "").toLowerCase()) + (half.test(text) ? 0.5 : 0);
  return Math.floor(count * (unit.toLowerCase().startsWith("m") ? 1 : MONTHS_IN_A_YEAR));
}

function countOf(figure: string): number {
  const [, whole = "", above, below] = /^(\d*?)[\s-]?(\d)[/⁄](\d)$/u.exec(figure) ?? [];
  if (above !== undefined) return Number(whole) + Number(above) / Number(below);
  return NUMBER_WORDS[figure] ?? Number(figure.replace(",", "."));
}

function ageOf(months: number): SearchFilter | null {
  return Number.isInteger(months) && months >= 0 && months <= AGE_MAX_MONTHS ? { kind: "age", months } : null;
}

/** "Under 20 and a 3 year old", "under 10 - 3 years"; but not "4-99 years". */
function startsWithPrice(under: string | undefined, first: number, last: number): boolean {
  return first > AGE_MAX_MONTHS || (under !== undefined && first > last);
}

function youngest(under: string | undefined, ages: ReadonlyArray<number>): SearchFilter | null {
  return under ? justUnder(Math.min(...ages)) : ageOf(Math.min(...ages));
}

function justUnder(months: number): SearchFilter | null {
  return months > 0 && months <= AGE_MAX_MONTHS ? { kind: "age", months: months - 1, isUnder: true } : null;
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
  if (filter.kind === "age") return childAgeText(filter.months, filter.isUnder ?? false);
  const { fromMinor, toMinor } = filter;
  if (fromMinor === null) return `Up to ${formatMinor(toMinor ?? 0)}`;
  return toMinor === null
    ? `From ${formatMinor(fromMinor)}`
    : `${formatMinor(fromMinor)} to ${formatMinor(toMinor)}`;
}

function childAgeText(months: number, isUnder: boolean): string {
  if (isUnder) return `Under ${durationText(months + 1)}`;
  return months === 0 ? "From birth" : `${durationText(months)} old`;
}

function durationText(months: number): string {
  const isWhole = months % MONTHS_IN_A_YEAR === 0;
  const [count, unit] = isWhole ? [months / MONTHS_IN_A_YEAR, "year"] : [months, "month"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** They mean nothing alone after ages and prices are taken out. */
const CONNECTIVES = /^(?:an?|and|any|for|in|my|of|old|our|or|something|suitable|that|the|to|toys?|with)$/iu;

export function hasSubject(words: string): boolean {
  return words.split(" ").some((word) => word !== "" && !CONNECTIVES.test(word));
}
