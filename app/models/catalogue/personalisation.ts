import { madeForYouText } from "#app/models/platform/made-for-you.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { formatMoney, type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { PriceTerms } from "#app/models/store/store.ts";

import type { Price } from "./product.ts";
import type { StoredPersonalisation } from "./product-attributes.ts";

export type PersonalisationRules = NonNullable<ReturnType<typeof personalisationRules>>;

export type Personalisation = Readonly<{
  name: string;
  text: string;
  price: Money;
  workingDays: number;
  isReturnable: boolean;
  plainLabel: string | null;
}>;

export type PersonalisationCode =
  | "personalisation-needed"
  | "personalisation-empty"
  | "personalisation-too-long"
  | "personalisation-character"
  | "personalisation-not-offered";

type Terms = Pick<PriceTerms, "currency" | "priceList">;

export function personalisationRules(stored: StoredPersonalisation | null, { currency, priceList }: Terms) {
  if (!stored) return null;
  return {
    name: stored.name,
    note: stored.note,
    lengthMax: stored.length_max,
    // What may be written beside letters, figures and spaces: ".,&'-/".
    marks: stored.marks,
    price: money(priceIn(stored, priceList), currency),
    // Added to the dispatch time.
    workingDays: stored.working_days,
    isReturnable: stored.is_returnable,
  };
}

function priceIn({ price, prices }: StoredPersonalisation, priceList: Currency | null): number {
  return priceList === null ? price : (prices[priceList] ?? 0);
}

/** Code units; a longer text is cut. */
export const PERSONALISATION_TYPED_MAX = 1_000;
const CODE_POINTS_MAX = 4;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** é is one, however it is encoded. */
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

/** Invisible characters are no letters, so they are refused. */
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

function shownCharacter(character: string): string {
  const [first = ""] = character;
  return /[\p{C}\p{Z}\p{M}]/u.test(first) ? "a hidden character" : `“${first}”`;
}

function marksText(marks: string): string {
  return Array.from(marks).join(" ");
}

export function personalisedPrice(price: Price, extra: Money): Price {
  if (extra.minor === 0) return price;
  const more = (amount: Money) => money(amount.minor + extra.minor, amount.currency);
  return { ...price, now: more(price.now), was: price.was && more(price.was) };
}

export function personalisationText({ name, text }: Pick<Personalisation, "name" | "text">): string {
  return `${name}: “${text}”`;
}

export function chosenText(
  variantLabel: string | null,
  personalisation: Pick<Personalisation, "name" | "text"> | null,
): string | null {
  const parts = [variantLabel, personalisation && personalisationText(personalisation)];
  return parts.filter(Boolean).join(", ") || null;
}

export type PersonalisationTexts = ReturnType<typeof personalisationTexts>;

export function personalisationTexts(rules: PersonalisationRules, locale: string) {
  const { name, note, price, lengthMax, marks, workingDays } = rules;
  const days = workingDays === 1 ? "1 working day" : `${workingDays} working days`;
  return {
    name,
    note: workingDays === 0 ? note : `${note} It takes ${days} longer.`,
    price: price.minor === 0 ? "Free" : `${formatMoney(price, locale)} more`,
    hint: `Up to ${lengthMax} letters, counting spaces. Letters, numbers and ${marksText(marks)}`,
    // Beside the button that shows the words.
    show: "We write exactly what you see here. If you change the words, show them again.",
    madeForYou: madeForYouText(rules),
  };
}
