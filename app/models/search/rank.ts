/** Which of the products that have the words fit best: a word says more in a name than in a keyword (BM25 by field). */
import type { SearchUnit } from "./tokenizer.ts";

/** How much more a word says where it stands than in the description. */
export const BOOST = { name: 6, skus: 6, brand: 3, keywords: 3, categories: 2, options: 2, description: 1 };
export type Field = keyof typeof BOOST;
export type RankedField = Exclude<Field, "description">;

export const RANKED_FIELDS = ["name", "brand", "keywords", "categories", "options", "skus"] as const;

/** The folded words of each field, as often as they stand there. */
export type FieldWords = Readonly<Record<RankedField, ReadonlyArray<string>>>;

/** Words in an ordinary field: a word says more among few. */
const USUAL_LENGTH: Readonly<Record<RankedField, number>> = {
  name: 3,
  brand: 1,
  keywords: 8,
  categories: 16,
  options: 4,
  skus: 8,
};
/** Parameters of BM25+: how soon repeating says no more, how much length counts, the least that a word says. */
const REPEAT = 1.2;
const LENGTH = 0.7;
const LEAST = 0.5;
/** The beginning of a word says this much of the word, and less the more letters are missing. */
const PREFIX_WEIGHT = 0.375;
const PREFIX_LETTER_COST = 0.3;
/** Another word for it counts this much of the word itself. */
export const OTHER_WORDS_WEIGHT = 0.8;

const SEPARATOR = "\n";

/** `fields` in one text, to be kept. */
export function packFields(fields: FieldWords): string {
  return RANKED_FIELDS.map((field) => fields[field].join(" ")).join(SEPARATOR);
}

export function unpackFields(text: string): FieldWords {
  const lines = text.split(SEPARATOR);
  return Object.fromEntries(
    RANKED_FIELDS.map((field, at) => [field, lines[at] ? lines[at].split(" ") : []]),
  ) as unknown as FieldWords;
}

export type Ranking = Readonly<{
  units: ReadonlyArray<SearchUnit>;
  /** True where the beginning of a word is enough. */
  isPrefix: (word: string) => boolean;
  /** How many products have the word. */
  countOf: (word: string) => number;
  /** Products in all. */
  total: number;
}>;

/** How well a product fits, the more the better; only the order means something. */
export function scoreOf(fields: FieldWords, ranking: Ranking): number {
  return ranking.units.reduce((sum, unit) => sum + unitScore(fields, unit, ranking), 0);
}

function unitScore(fields: FieldWords, { words, others }: SearchUnit, ranking: Ranking): number {
  const own = allOrNothing(words, (word) => wordScore(fields, word, ranking));
  return others.reduce((sum, phrase) => {
    const exact = allOrNothing(phrase, (word) => exactScore(fields, word, ranking));
    return sum + exact * OTHER_WORDS_WEIGHT;
  }, own);
}

function allOrNothing(words: ReadonlyArray<string>, scoreWord: (word: string) => number): number {
  const scores = words.map(scoreWord);
  // A single word may stand in the description alone, of which nothing is known here.
  return scores.length > 1 && scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function wordScore(fields: FieldWords, word: string, ranking: Ranking): number {
  const exact = exactScore(fields, word, ranking);
  return ranking.isPrefix(word) ? exact + prefixScore(fields, word, ranking) : exact;
}

function exactScore(fields: FieldWords, word: string, ranking: Ranking): number {
  let sum = 0;
  for (const field of RANKED_FIELDS) {
    let repeats = 0;
    for (const one of fields[field]) if (one === word) repeats += 1;
    if (repeats > 0) sum += BOOST[field] * saturated(repeats, field, fields[field].length);
  }
  return sum === 0 ? 0 : sum * rarity(word, ranking);
}

function prefixScore(fields: FieldWords, word: string, ranking: Ranking): number {
  let sum = 0;
  for (const field of RANKED_FIELDS) {
    if (field === "skus") continue;
    const longer = fields[field].filter((one) => one.length > word.length && one.startsWith(word));
    for (const one of new Set(longer)) {
      const missing = one.length - word.length;
      const weight = (PREFIX_WEIGHT * one.length) / (one.length + PREFIX_LETTER_COST * missing);
      sum += weight * BOOST[field] * saturated(1, field, fields[field].length) * rarity(one, ranking);
    }
  }
  return sum;
}

function saturated(repeats: number, field: RankedField, length: number): number {
  const share = 1 - LENGTH + (LENGTH * length) / USUAL_LENGTH[field];
  return LEAST + (repeats * (REPEAT + 1)) / (repeats + REPEAT * share);
}

/** Inverse document frequency. */
function rarity(word: string, { countOf, total }: Ranking): number {
  const count = Math.min(countOf(word), total);
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}
