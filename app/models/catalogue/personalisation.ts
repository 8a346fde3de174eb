/**
 * The words that a shopper may have put on a product, such as an engraving: which are possible, what they cost, and what
 * they do to returns and delivery.
 */
import type { Currency } from "#app/models/shared/currency.ts";
import { formatMoney, type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { PriceTerms } from "#app/models/store/store.ts";

import type { Price } from "./product.ts";
import type { StoredPersonalisation } from "./product-attributes.ts";

export type PersonalisationRules = Readonly<{
  /** "Engraving". */
  name: string;
  /** How it is done, a sentence. */
  note: string;
  /** Characters that people see, spaces included. */
  lengthMax: number;
  /** What may be written beside letters, figures and spaces: ".,&'-/". */
  marks: string;
  /** For each unit, VAT included, on top of the variant's price. */
  price: Money;
  /** By which the work makes the dispatch later. */
  workingDays: number;
  isReturnable: boolean;
  /** The law by which the item cannot be returned, or null. */
  returnsSource: string | null;
}>;

/** The words on an item, and what was agreed about them. */
export type Personalisation = Readonly<{
  /** "Engraving". */
  name: string;
  text: string;
  /** For each unit; the unit's price holds it. */
  price: Money;
  workingDays: number;
  isReturnable: boolean;
  returnsSource: string | null;
  /** The variant's own label, without the words. */
  plainLabel: string | null;
}>;

export type PersonalisationCode =
  | "personalisation-needed"
  | "personalisation-empty"
  | "personalisation-too-long"
  | "personalisation-character"
  | "personalisation-not-offered";

type Terms = Pick<PriceTerms, "currency" | "priceList">;

export function personalisationRules(
  stored: StoredPersonalisation | null,
  { currency, priceList }: Terms,
): PersonalisationRules | null {
  if (!stored) return null;
  return {
    name: stored.name,
    note: stored.note,
    lengthMax: stored.length_max,
    marks: stored.marks,
    price: money(priceIn(stored, priceList), currency),
    workingDays: stored.working_days,
    isReturnable: stored.is_returnable,
    returnsSource: stored.returns_source,
  };
}

function priceIn({ price, prices }: StoredPersonalisation, priceList: Currency | null): number {
  return priceList === null ? price : (prices[priceList] ?? 0);
}

/** In code units: more is not even looked at. */
export const PERSONALISATION_TYPED_MAX = 1_000;
/** In one character that a person sees: a letter with its accents. */
const CODE_POINTS_MAX = 4;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters as people count them: é is one, however it is encoded. */
export function countCharacters(text: string): number {
  return [...graphemes.segment(text)].length;
}

/** NFC, one kind of apostrophe and dash, single spaces, none outside. */
function normaliseWords(typed: string): string {
  return typed
    .slice(0, PERSONALISATION_TYPED_MAX)
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2013]/g, "-")
    .replace(/ +/g, " ")
    .trim();
}

/** The words as they will be written, or why they cannot be. Invisible characters are no letters, so they are refused. */
export function parseWords(
  typed: string,
  rules: Pick<PersonalisationRules, "lengthMax" | "marks">,
): Result<string, PersonalisationCode> {
  const text = normaliseWords(typed);
  if (text === "") return refused("personalisation-empty");
  const strange = [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .find((character) => !isWritable(character, rules.marks));
  const marks = marksText(rules.marks);
  if (strange !== undefined)
    return refused("personalisation-character", { character: shownCharacter(strange), marks });
  const length = countCharacters(text);
  const { lengthMax: maximum } = rules;
  return length > maximum ? refused("personalisation-too-long", { maximum, length }) : ok(text);
}

function isWritable(character: string, marks: string): boolean {
  if (character === " " || marks.includes(character)) return true;
  return Array.from(character).length <= CODE_POINTS_MAX && /^(?:\p{L}\p{M}*|\p{Nd})$/u.test(character);
}

/** An invisible character is not repeated to the page. */
function shownCharacter(character: string): string {
  const [first = ""] = character;
  return /[\p{C}\p{Z}\p{M}]/u.test(first) ? "a hidden character" : `“${first}”`;
}

/** ". , & ' - /" */
function marksText(marks: string): string {
  return Array.from(marks).join(" ");
}

/** The price of one unit with these words: the variant's and the work's. */
export function personalisedPrice(price: Price, extra: Money): Price {
  if (extra.minor === 0) return price;
  const more = (amount: Money) => money(amount.minor + extra.minor, amount.currency);
  return { ...price, now: more(price.now), was: price.was && more(price.was) };
}

/** "Engraving: “Wilfred 2026”". */
export function personalisationText({ name, text }: Pick<Personalisation, "name" | "text">): string {
  return `${name}: “${text}”`;
}

/** The variant and the words: what was chosen, as every list of items shows it. */
export function chosenText(
  variantLabel: string | null,
  personalisation: Pick<Personalisation, "name" | "text"> | null,
): string | null {
  const parts = [variantLabel, personalisation && personalisationText(personalisation)];
  return parts.filter(Boolean).join(", ") || null;
}

/** The rules in words, beside the field. */
export type PersonalisationTexts = Readonly<{
  /** "Engraving". */
  name: string;
  /** How it is done and how long it takes, sentences. */
  note: string;
  /** "Free", or "£2.00 more". */
  price: string;
  /** What may be written. */
  hint: string;
  noReturn: string | null;
}>;

/** `locale` formats the price. */
export function personalisationTexts(rules: PersonalisationRules, locale: string): PersonalisationTexts {
  const { name, note, price, lengthMax, marks, workingDays } = rules;
  const days = workingDays === 1 ? "1 working day" : `${workingDays} working days`;
  return {
    name,
    note: workingDays === 0 ? note : `${note} It takes ${days} longer.`,
    price: price.minor === 0 ? "Free" : `${formatMoney(price, locale)} more`,
    hint: `Up to ${lengthMax} letters, counting spaces. Letters, numbers and ${marksText(marks)}`,
    noReturn: noReturnText(rules),
  };
}

/** Why it cannot be returned, a sentence; null if it can. */
export function noReturnText({
  isReturnable,
  returnsSource,
}: Pick<Personalisation, "isReturnable" | "returnsSource">): string | null {
  if (isReturnable) return null;
  const source = returnsSource === null ? "" : ` (${returnsSource})`;
  return `It is made for you, so you cannot cancel or return it unless it is faulty${source}.`;
}
