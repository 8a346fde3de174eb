/** Searches the shop's places: categories, brands, articles and pages. They are few, and always searched here. */
import MiniSearch from "minisearch";

import { readQuery, singular, type Synonyms, wordsAndCompounds } from "#app/models/search/tokenizer.ts";

import { readSynonyms } from "./documents.server.ts";
import { type FieldRules, queryOf } from "./query.server.ts";

export type PlaceDocument = Readonly<{
  id: string;
  name: string;
  keywords: string;
  text: string;
}>;

const RULES: FieldRules = { boost: { name: 6, keywords: 3, text: 1 }, narrow: ["name", "keywords"] };

type PlaceIndex = Readonly<{ words: MiniSearch<PlaceDocument>; synonyms: Synonyms }>;

const indexes = new WeakMap<ReadonlyArray<PlaceDocument>, Promise<PlaceIndex>>();

export type PlaceAnswer = Readonly<{
  ids: ReadonlyArray<string>;
  /** False when known misspellings were put right first. */
  isAsTyped: boolean;
}>;

/** The same array is indexed once. */
export async function searchPlaces(
  places: ReadonlyArray<PlaceDocument>,
  query: string,
): Promise<PlaceAnswer> {
  const { words, synonyms } = await indexOf(places);
  const { units, corrected } = readQuery(query, synonyms);
  const isAsTyped = corrected === null;
  if (units.length === 0) return { ids: [], isAsTyped };
  const found = words.search(queryOf(units, RULES), { boost: { ...RULES.boost } });
  return { ids: found.map(({ id }) => id as string), isAsTyped };
}

function indexOf(places: ReadonlyArray<PlaceDocument>): Promise<PlaceIndex> {
  const known = indexes.get(places);
  if (known) return known;
  const made = build(places);
  indexes.set(places, made);
  made.catch(() => indexes.delete(places));
  return made;
}

async function build(places: ReadonlyArray<PlaceDocument>): Promise<PlaceIndex> {
  const synonyms = await readSynonyms();
  const words = new MiniSearch<PlaceDocument>({
    fields: Object.keys(RULES.boost),
    tokenize: (text) => [...wordsAndCompounds(text)],
    processTerm: singular,
  });
  words.addAll(places);
  return { words, synonyms };
}
