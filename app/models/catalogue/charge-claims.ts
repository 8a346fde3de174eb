/**
 * What texts of products must not say: when a card is charged. Every order is paid for when it is placed, and the shop
 * says so itself. A text that says otherwise misleads about the payment (Consumer Contracts Regulations 2013, 13;
 * Directive 2011/83/EU, Article 6).
 */
import { TEXT_COLUMNS } from "./editing/declared-fields.ts";

const TIME = /\b(?:when|once|after|before|until|only|at|on|upon|as soon as|the (?:day|moment))\b/i;
const SENDING =
  /\b(?:send|sent|dispatch\w*|ships?|shipped|shipping|shipment|leaves?|left|arrives?|deliver\w*)\b/i;

/** Each is a claim where its parts stand in one sentence, in this order. */
const CLAIMS: ReadonlyArray<ReadonlyArray<RegExp>> = [
  [/\b(?:we|card|account|nothing|not)\b/i, /\b(?:charge[ds]?|billed|debited)\b/i, TIME, SENDING],
  [/\byou\b/i, /\b(?:charged|billed|debited)\b/i, TIME, SENDING],
  [/\bwe\b/i, /\b(?:take|collect)\b/i, /\bmoney\b(?!\W?box)/i, TIME, SENDING],
  [/\byour money\b(?!\W?box)/i, /\b(?:taken|collected)\b/i, TIME, SENDING],
  [/\b(?:pay|pays|paid|payment)\b/i, TIME, SENDING],
  [/\bpay(?: for it| it)? later\b/i],
  [/\b(?:pay|charged?) nothing (?:now|today|yet)\b/i],
  [/\b(?:no payment|nothing (?:is )?(?:to pay|due|charged)) (?:now|today|yet|until)\b/i],
];

/** What is true: paid for first. */
const TRUTHS: typeof CLAIMS = [
  [/\b(?:pay|pays|paid|payment)\b/i, /\b(?:when you order|today|at the checkout)\b/i, /\bnot\b/i],
  [/\byou pay (?:for it )?when you order and (?:can|may) cancel\b/i],
];

function standInOrder(sentence: string, parts: ReadonlyArray<RegExp>): boolean {
  let rest = sentence;
  for (const part of parts) {
    const found = part.exec(rest);
    if (!found) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return true;
}

/** The sentence in which the text says when a card is charged; null: none. */
export function chargeClaimIn(text: string): string | null {
  const sentences = text.split(/(?<=[.;!?])\s+|\n+/);
  const isAmong = (all: typeof CLAIMS, sentence: string) =>
    all.some((parts) => standInOrder(sentence, parts));
  const isClaim = (sentence: string) => isAmong(CLAIMS, sentence) && !isAmong(TRUTHS, sentence);
  return sentences.find(isClaim)?.trim() ?? null;
}

export type ProductTexts = Readonly<Partial<Record<string, string | ReadonlyArray<string> | null>>>;

/** The first field with such a sentence, and the sentence; null: none. */
export function chargeClaim(texts: ProductTexts): Readonly<{ field: string; sentence: string }> | null {
  for (const [field, text] of Object.entries(texts)) {
    for (const one of [text ?? ""].flat()) {
      const sentence = chargeClaimIn(one);
      if (sentence !== null) return { field, sentence };
    }
  }
  return null;
}

type Shown = Readonly<Record<(typeof TEXT_COLUMNS)[number], string>> &
  Readonly<{
    preorder_message: string | null;
    highlights: ReadonlyArray<string>;
    materials: ReadonlyArray<string>;
    finish: string;
    care: string;
    assembly: string;
    made_in: string;
    personalisation: Readonly<{ name: string; note: string }> | null;
    set: ReadonlyArray<Readonly<{ reason: string }>>;
    metafields: ReadonlyArray<Readonly<{ value: string }>>;
  }>;

/** What shoppers read of a product, by the names of the catalogue's file. */
export function shownTexts(product: Shown): ProductTexts {
  const { preorder_message, highlights, materials, finish, care, assembly, made_in } = product;
  const { personalisation, set, metafields } = product;
  return {
    ...Object.fromEntries(TEXT_COLUMNS.map((column) => [column, product[column]])),
    ...{ preorder_message, highlights, materials, finish, care, assembly, made_in },
    personalisation: personalisation && [personalisation.name, personalisation.note],
    set: set.map(({ reason }) => reason),
    metafields: metafields.map(({ value }) => value),
  };
}
