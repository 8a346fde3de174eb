/** Searches in this process: an index of the visible products, built anew when they change. */
import MiniSearch, { type Query } from "minisearch";

import { db } from "#app/db/db.server.ts";
import {
  readQuery,
  type SearchUnit,
  singular,
  type Synonyms,
  wordsAndCompounds,
} from "#app/models/search-words.ts";

import { readSearchDocuments, readSynonyms } from "./search-embedded-documents.server.ts";
import type { SearchAnswer, SearchDocument, SearchPort } from "./search-port.ts";

/** How much more a word says where it stands than in the description. */
const BOOST = { name: 6, skus: 6, brand: 3, keywords: 3, categories: 2, options: 2, description: 1 };
type Field = keyof typeof BOOST;

const FIELDS = Object.keys(BOOST) as Array<Field>;
/** Where the beginning of a word, or another word for it, is enough: descriptions tell of too many other things. */
const NARROW_FIELDS: Array<Field> = ["name", "brand", "keywords", "categories", "options"];
/** Shortest beginning of a word, in letters. */
const PREFIX_MIN_LETTERS = 3;
/** Shortest word, in letters, in which typing errors are looked for. */
const FUZZY_MIN_LETTERS = 4;
/** From this length on, in letters, two may be wrong (two that changed places count as two), below it one. */
const TWO_ERRORS_FROM_LETTERS = 7;
/** Another word for it counts this much of the word itself. */
const OTHER_WORDS_WEIGHT = 0.8;

type Index = Readonly<{ words: MiniSearch<SearchDocument>; synonyms: Synonyms }>;

export const embeddedSearch: SearchPort = { search };

async function search(query: string): Promise<SearchAnswer> {
  const index = await currentIndex();
  const { units, corrected } = readQuery(query, index.synonyms);
  if (units.length === 0) return { productIds: [], corrected: null };
  const productIds = find(index, { combineWith: "AND", queries: units.map(unitQuery) });
  if (productIds.length > 0) return { productIds, corrected };
  return searchForgivingly(index, units);
}

/** Nothing fits as it was typed: look for words that are nearly the same, and leave out those that nothing has. */
function searchForgivingly(index: Index, units: ReadonlyArray<SearchUnit>): SearchAnswer {
  const words = units.flatMap((unit) => unit.words);
  const near = words.map((word) => nearest(index, word)).filter((word) => word !== null);
  if (near.length === 0) return { productIds: [], corrected: null };
  const { units: meant } = readQuery(near.join(" "), index.synonyms);
  const corrected = near.join(" ") === words.join(" ") ? null : near.join(" ");
  const all = find(index, { combineWith: "AND", queries: meant.map(unitQuery) });
  if (all.length > 0) return { productIds: all, corrected };
  const some = find(index, {
    combineWith: "OR",
    queries: meant.map(unitQuery),
    fields: ["name", "keywords"],
  });
  return { productIds: some, corrected };
}

/** The word of the index that is most like `word`, or null. */
function nearest({ words }: Index, word: string): string | null {
  if (words.search(word, { fields: FIELDS, prefix: word.length >= PREFIX_MIN_LETTERS }).length > 0)
    return word;
  if (word.length < FUZZY_MIN_LETTERS) return null;
  return (
    words.autoSuggest(word, {
      fuzzy: word.length < TWO_ERRORS_FROM_LETTERS ? 1 : 2,
      prefix: false,
      boost: BOOST,
    })[0]?.suggestion ?? null
  );
}

function find({ words }: Index, query: Query): ReadonlyArray<number> {
  return words.search(query, { boost: BOOST }).map(({ id }) => id as number);
}

/** The words themselves, their beginnings, or other words for the same. */
function unitQuery({ words, others }: SearchUnit): Query {
  const weighted = Object.fromEntries(
    NARROW_FIELDS.map((field) => [field, BOOST[field] * OTHER_WORDS_WEIGHT]),
  );
  return {
    combineWith: "OR",
    queries: [
      // Words that make a phrase only together would be found apart from each other in any long text.
      {
        combineWith: "AND",
        queries: words.map(wordQuery),
        ...(words.length > 1 ? { fields: NARROW_FIELDS } : {}),
      },
      ...others.map((phrase) => ({
        combineWith: "AND" as const,
        queries: [...phrase],
        fields: NARROW_FIELDS,
        boost: weighted,
      })),
    ],
  };
}

function wordQuery(word: string): Query {
  if (word.length < PREFIX_MIN_LETTERS) return word;
  return {
    combineWith: "OR",
    queries: [word, { combineWith: "OR", queries: [word], fields: NARROW_FIELDS, prefix: true }],
  };
}

let kept: Readonly<{ source: unknown; version: number; content: string; index: Promise<Index> }> | null =
  null;

/** The index of the catalogue as it stands. The version counts stock as well; only other content builds it anew. */
async function currentIndex(): Promise<Index> {
  const source = db();
  const { version } = await source
    .selectFrom("catalogue_version")
    .select("version")
    .executeTakeFirstOrThrow();
  if (kept?.source === source && kept.version === version) return kept.index;
  const [documents, synonyms] = await Promise.all([readSearchDocuments(), readSynonyms()]);
  const content = JSON.stringify([documents, synonyms]);
  const index = kept?.content === content ? kept.index : buildIndex(documents, synonyms);
  kept = { source, version, content, index };
  return index;
}

async function buildIndex(documents: ReadonlyArray<SearchDocument>, synonyms: Synonyms): Promise<Index> {
  const words = new MiniSearch<SearchDocument>({
    idField: "productId",
    fields: FIELDS,
    tokenize: (text) => [...wordsAndCompounds(text)],
    processTerm: singular,
  });
  // In pieces, so that a large catalogue does not hold up the requests of others.
  await words.addAllAsync(documents, { chunkSize: 50 });
  return { words, synonyms };
}
