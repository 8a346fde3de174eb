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
}>;

const indexes = new WeakMap<ReadonlyArray<PlaceDocument>, PlaceIndex>();
const indexed = new WeakMap<PlaceDocument, IndexedPlace>();

export type PlaceAnswer = Readonly<{
  ids: ReadonlyArray<string>;
  /** False when known misspellings were put right first. */
  isAsTyped: boolean;
}>;

/** The same array is indexed once, and so is the same document of several arrays. */
export function searchPlaces(
  documents: ReadonlyArray<PlaceDocument>,
  query: string,
  synonyms: Synonyms,
): PlaceAnswer {
  const { units, corrected } = readQuery(query, synonyms);
  const { places, counts } = indexOf(documents);
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

function indexOf(documents: ReadonlyArray<PlaceDocument>): PlaceIndex {
  const index = indexes.get(documents) ?? build(documents);
  indexes.set(documents, index);
  return index;
}

function build(documents: ReadonlyArray<PlaceDocument>): PlaceIndex {
  const places = documents.map(placeOf);
  const counts = new Map<string, number>();
  for (const { fields } of places)
    for (const word of vocabularyWords(fields)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { places, counts };
}

function placeOf(document: PlaceDocument): IndexedPlace {
  const known = indexed.get(document);
  if (known) return known;
  const { id, name, keywords, text } = document;
  const { terms, fields } = indexedTexts({ ...NO_TEXTS, name, keywords, description: text });
  const place = { id, terms: new Set(terms), fields };
  indexed.set(document, place);
  return place;
}

const NO_TEXTS = { brand: "", categories: "", options: "", skus: "" };
