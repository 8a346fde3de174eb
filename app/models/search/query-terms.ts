import { type FieldWords, type RankedField, RANKED_FIELDS } from "./rank.ts";
import { type SearchUnit, singular, wordsAndCompounds } from "./tokenizer.ts";

/** Digit before a word: in the name or brand, in any short field, or in running text and codes only. */
const PLACES = { title: "1", narrow: "2", text: "3" } as const;
const WORD_MAX_CHARACTERS = 40;
export const PREFIX_MIN_LETTERS = 3;

type Texts = Readonly<Record<RankedField | "description", string>>;

export type IndexedTexts = Readonly<{
  terms: ReadonlyArray<string>;
  fields: FieldWords;
}>;

export function indexedTexts(texts: Texts): IndexedTexts {
  const fields = Object.fromEntries(
    RANKED_FIELDS.map((field) => [field, termWords(texts[field])]),
  ) as FieldWords;
  const title = new Set([...fields.name, ...fields.brand]);
  const narrow = new Set([...title, ...fields.keywords, ...fields.categories, ...fields.options]);
  const text = new Set([...fields.skus, ...termWords(texts.description)]);
  return {
    fields,
    terms: [
      ...[...title].map((word) => PLACES.title + word),
      ...[...narrow].map((word) => PLACES.narrow + word),
      ...[...text].filter((word) => !narrow.has(word)).map((word) => PLACES.text + word),
    ],
  };
}

function termWords(text: string): ReadonlyArray<string> {
  return wordsAndCompounds(text)
    .map(singular)
    .filter((word) => word.length <= WORD_MAX_CHARACTERS);
}

export function vocabularyWords({ name, brand, keywords, categories, options }: FieldWords) {
  return new Set([...name, ...brand, ...keywords, ...categories, ...options]);
}

/** An empty list of either kind matches nothing. */
export type TermQuery =
  string | Readonly<{ all: ReadonlyArray<TermQuery> }> | Readonly<{ any: ReadonlyArray<TermQuery> }>;

/** From the best matches to all. */
export type Tier = "title" | "narrow" | "anywhere";

type Completions = (word: string) => ReadonlyArray<string>;

export function unitTerms({ words, others }: SearchUnit, tier: Tier, completions: Completions): TermQuery {
  const short = tier === "title" ? PLACES.title : PLACES.narrow;
  const isPhrase = words.length > 1;
  const wordTerms = (word: string): TermQuery => ({
    any: [
      short + word,
      ...(tier === "anywhere" && !isPhrase ? [PLACES.text + word] : []),
      ...completions(word).map((longer) => short + longer),
    ],
  });
  return {
    any: [
      { all: words.map(wordTerms) },
      ...others.map((phrase) => ({ all: phrase.map((word) => short + word) })),
    ],
  };
}

export function anywhere(word: string): TermQuery {
  return { any: [PLACES.narrow + word, PLACES.text + word] };
}

/** Whether `query` finds a document that has `terms`. */
export function isMatch(query: TermQuery, terms: ReadonlySet<string>): boolean {
  if (typeof query === "string") return terms.has(query);
  return "all" in query
    ? query.all.every((part) => isMatch(part, terms))
    : query.any.some((part) => isMatch(part, terms));
}

type Syntax = Readonly<{ and: string; or: string; term: (term: string) => string }>;

/** For an engine that knows brackets; terms have letters and digits only. */
export function queryText(query: TermQuery, syntax: Syntax): string {
  if (typeof query === "string") return syntax.term(query);
  const [parts, operator] = "all" in query ? [query.all, syntax.and] : [query.any, syntax.or];
  const texts = parts.map((part) => queryText(part, syntax));
  return texts.length === 1 ? (texts[0] ?? "") : `(${texts.join(operator)})`;
}
