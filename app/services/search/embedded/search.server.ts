import type { Query } from "minisearch";

import { PREFIX_MIN_LETTERS } from "#app/models/search/query-terms.ts";
import { BOOST, type SearchField } from "#app/models/search/rank.ts";
import { meantBy } from "#app/models/search/spelling.ts";
import { phrasesFor } from "#app/models/search/phrases.ts";
import { readQuery, singular } from "#app/models/search/tokenizer.ts";
import { FOUND_MAX, type SearchAnswer, type SearchPort } from "#app/services/search/search-port.ts";

import { searchDatabase, suggestFromDatabase } from "./database.server.ts";
import { currentIndex, type SearchIndex, settledGeneration } from "./memory-index.server.ts";
import { type FieldRules, queryOf, unitQuery } from "./query.server.ts";
import { asksDatabase } from "./size.server.ts";

const NARROW_FIELDS: Array<SearchField> = ["name", "brand", "keywords", "categories", "options"];
const RULES: FieldRules = { boost: BOOST, narrow: NARROW_FIELDS };
/** More words than these are a text, not a search. */
const WORDS_MAX = 12;

export const embeddedSearch: SearchPort = {
  search: async (words) => {
    const query = shortened(words);
    return (await asksDatabase()) ? searchDatabase(query) : searchIn(await currentIndex(), query);
  },
};

export async function embeddedMark(): Promise<number | null> {
  return (await asksDatabase()) ? null : settledGeneration();
}

export async function suggestSearches(typed: string, max: number): Promise<ReadonlyArray<string>> {
  if (await asksDatabase()) return suggestFromDatabase(shortened(typed), max);
  const index = await currentIndex();
  const straight = phrasesFor(index.phrases, typed, max);
  if (straight.length > 0) return straight;
  const near = nearWords(index, readQuery(typed, index.synonyms).words);
  return near.length > 0 ? phrasesFor(index.phrases, near.join(" "), max) : [];
}

function searchIn(index: SearchIndex, query: string): SearchAnswer {
  const { units, words, corrected } = readQuery(query, index.synonyms);
  if (units.length === 0) return { productIds: [], corrected: null };
  const productIds = find(index, queryOf(units, RULES));
  if (productIds.length > 0) return { productIds, corrected };
  return searchForgivingly(index, words);
}

function shortened(query: string): string {
  return query.split(" ").slice(0, WORDS_MAX).join(" ");
}

function searchForgivingly(index: SearchIndex, words: ReadonlyArray<string>): SearchAnswer {
  const near = nearWords(index, words);
  if (near.length === 0) return { productIds: [], corrected: null };
  const { units: meant, words: right } = readQuery(near.join(" "), index.synonyms);
  const corrected = right.join(" ") === words.join(" ") ? null : right.join(" ");
  const all = find(index, queryOf(meant, RULES));
  if (all.length > 0) return { productIds: all, corrected };
  const some = find(index, {
    combineWith: "OR",
    queries: meant.map((unit) => unitQuery(unit, RULES)),
    fields: ["name", "keywords"],
  });
  return { productIds: some, corrected };
}

function nearWords(index: SearchIndex, words: ReadonlyArray<string>): ReadonlyArray<string> {
  return words.flatMap((word) => {
    const folded = singular(word);
    if (isKnown(index, folded)) return [word];
    const meant = meantBy(folded, index.speller);
    return (meant ?? []).map((term) => index.speller.vocabulary.get(term)?.written ?? term);
  });
}

function isKnown({ words }: SearchIndex, word: string): boolean {
  const isBeginning = word.length >= PREFIX_MIN_LETTERS && { fields: NARROW_FIELDS, prefix: true };
  return words.search(word).length > 0 || (isBeginning && words.search(word, isBeginning).length > 0);
}

function find({ words }: SearchIndex, query: Query): ReadonlyArray<number> {
  return words
    .search(query, { boost: BOOST })
    .slice(0, FOUND_MAX)
    .map(({ id }) => id as number);
}
