/** Searches the shop's places: categories, brands, articles and pages. They are few, and always searched here. */
import {
  indexedTexts,
  isMatch,
  PREFIX_MIN_LETTERS,
  type TermQuery,
  unitTerms,
  vocabularyWords,
} from "#app/models/search/query-terms.ts";
import { type FieldWords, scoreOf } from "#app/models/search/rank.ts";
import { readQuery, type Synonyms } from "#app/models/search/tokenizer.ts";

import { readSynonyms } from "./documents.server.ts";

export type PlaceDocument = Readonly<{
  id: string;
  name: string;
  keywords: string;
  text: string;
}>;

type IndexedPlace = Readonly<{ id: string; terms: ReadonlySet<string>; fields: FieldWords }>;

type PlaceIndex = Readonly<{
  places: ReadonlyArray<IndexedPlace>;
  /** How many places have a word in their name or keywords. */
  counts: ReadonlyMap<string, number>;
  synonyms: Synonyms;
}>;

const indexes = new WeakMap<ReadonlyArray<PlaceDocument>, Promise<PlaceIndex>>();

export type PlaceAnswer = Readonly<{
  ids: ReadonlyArray<string>;
  /** False when known misspellings were put right first. */
  isAsTyped: boolean;
}>;

/** The same array is indexed once. */
export async function searchPlaces(
  documents: ReadonlyArray<PlaceDocument>,
  query: string,
): Promise<PlaceAnswer> {
  const { places, counts, synonyms } = await indexOf(documents);
  const { units, corrected } = readQuery(query, synonyms);
  const isAsTyped = corrected === null;
  if (units.length === 0) return { ids: [], isAsTyped };
  const longer = (word: string) =>
    word.length < PREFIX_MIN_LETTERS
      ? []
      : [...counts.keys()].filter((one) => one !== word && one.startsWith(word));
  const terms: TermQuery = { all: units.map((unit) => unitTerms(unit, "anywhere", longer)) };
  const ranking = {
    units,
    isPrefix: (word: string) => word.length >= PREFIX_MIN_LETTERS,
    countOf: (word: string) => counts.get(word) ?? 0,
    total: places.length,
  };
  const found = places
    .filter((place) => isMatch(terms, place.terms))
    .map(({ id, fields }) => ({ id, score: scoreOf(fields, ranking) }));
  return { ids: found.sort((a, b) => b.score - a.score).map(({ id }) => id), isAsTyped };
}

function indexOf(documents: ReadonlyArray<PlaceDocument>): Promise<PlaceIndex> {
  const known = indexes.get(documents);
  if (known) return known;
  const made = build(documents);
  indexes.set(documents, made);
  made.catch(() => indexes.delete(documents));
  return made;
}

async function build(documents: ReadonlyArray<PlaceDocument>): Promise<PlaceIndex> {
  const synonyms = await readSynonyms();
  const places = documents.map(({ id, name, keywords, text }) => {
    const { terms, fields } = indexedTexts({ ...NO_TEXTS, name, keywords, description: text });
    return { id, terms: new Set(terms), fields };
  });
  const counts = new Map<string, number>();
  for (const { fields } of places)
    for (const word of vocabularyWords(fields)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { places, counts, synonyms };
}

const NO_TEXTS = { brand: "", categories: "", options: "", skus: "" };
