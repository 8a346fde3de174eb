import type { SearchUnit } from "./tokenizer.ts";

export const BOOST = { name: 6, skus: 6, brand: 3, keywords: 3, categories: 2, options: 2, description: 1 };
export type SearchField = keyof typeof BOOST;
export type RankedField = Exclude<SearchField, "description">;

export const RANKED_FIELDS = ["name", "brand", "keywords", "categories", "options", "skus"] as const;

export type FieldWords = Readonly<Record<RankedField, ReadonlyArray<string>>>;

const USUAL_LENGTH: Readonly<Record<RankedField, number>> = {
  name: 3,
  brand: 1,
  keywords: 8,
  categories: 16,
  options: 4,
  skus: 8,
};
/** BM25+: saturation, influence of length, and the least weight of a word. */
const REPEAT = 1.2;
const LENGTH = 0.7;
const LEAST = 0.5;
/** Falls with the number of missing letters. */
const PREFIX_WEIGHT = 0.375;
const PREFIX_LETTER_COST = 0.3;
const OTHER_WORDS_WEIGHT = 0.8;

const SEPARATOR = "\n";
const NO_WORDS: ReadonlyArray<string> = [];

export function packFields(fields: FieldWords): string {
  return RANKED_FIELDS.map((field) => fields[field].join(" ")).join(SEPARATOR);
}

export function unpackFields(text: string): FieldWords {
  return unpack(text, (line) => line.split(" "));
}

/** Unpacks what can score in a search for `words`: other fields stay empty. A text of several products is cut up once. */
export function scoredFields(words: ReadonlyArray<string>): (text: string) => FieldWords {
  const known = new Map<string, ReadonlyArray<string>>();
  const wordsIn = (line: string) => {
    const found = known.get(line) ?? (words.some((word) => line.includes(word)) ? line.split(" ") : NO_WORDS);
    known.set(line, found);
    return found;
  };
  return (text) => unpack(text, wordsIn);
}

function unpack(text: string, wordsIn: (line: string) => ReadonlyArray<string>): FieldWords {
  const lines = text.split(SEPARATOR);
  return Object.fromEntries(
    RANKED_FIELDS.map((field, at) => [field, lines[at] ? wordsIn(lines[at]) : NO_WORDS]),
  ) as unknown as FieldWords;
}

export type Ranking = Readonly<{
  units: ReadonlyArray<SearchUnit>;
  isPrefix: (word: string) => boolean;
  countOf: (word: string) => number;
  total: number;
}>;

/** Only the order of scores means something. */
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
  // A single word may be in the description, which is not loaded here.
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
    if (repeats > 0) sum += BOOST[field] * saturated(repeats, field, fields[field]);
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
      sum += weight * BOOST[field] * saturated(1, field, fields[field]) * rarity(one, ranking);
    }
  }
  return sum;
}

/** A text that says the same again is no longer for it. */
function saturated(repeats: number, field: RankedField, words: ReadonlyArray<string>): number {
  const share = 1 - LENGTH + (LENGTH * countDifferent(words)) / USUAL_LENGTH[field];
  return LEAST + (repeats * (REPEAT + 1)) / (repeats + REPEAT * share);
}

const different = new WeakMap<ReadonlyArray<string>, number>();

function countDifferent(words: ReadonlyArray<string>): number {
  const count = different.get(words) ?? new Set(words).size;
  different.set(words, count);
  return count;
}

function rarity(word: string, { countOf, total }: Ranking): number {
  const count = Math.min(countOf(word), total);
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}
