/** Matches are read in the order of popularity and cut off, and only the best of them are weighed. */
import { productAt } from "#app/models/search/popularity-rank.ts";
import {
  anywhere,
  PREFIX_MIN_LETTERS,
  type TermQuery,
  type Tier,
  unitTerms,
} from "#app/models/search/query-terms.ts";
import { type Ranking, scoredFields, scoreOf } from "#app/models/search/rank.ts";
import { countOf, meantBy } from "#app/models/search/spelling.ts";
import { phrasesFor } from "#app/models/search/phrases.ts";
import { readQuery, type SearchUnit, singular } from "#app/models/search/tokenizer.ts";
import { FOUND_MAX, type SearchAnswer, type SearchPort } from "#app/services/search/search-port.ts";

import { fulltext } from "./fulltext.server.ts";
import { currentLexicon, type Lexicon } from "./vocabulary.server.ts";

/** The others follow in the order of popularity. */
const WEIGHED_MAX = 200;
const COMPLETIONS_MAX = 8;
/** More words than these are a text, not a search. */
const WORDS_MAX = 12;

export const embeddedSearch: SearchPort = { search };

async function search(typed: string): Promise<SearchAnswer> {
  const lexicon = await currentLexicon();
  const query = shortened(typed);
  const { units, words, corrected } = readQuery(query, lexicon.synonyms);
  if (units.length === 0) return { productIds: [], corrected: null };
  const productIds = await find(lexicon, units);
  if (productIds.length > 0) return { productIds, corrected };
  return searchForgivingly(lexicon, words);
}

/** Whole searches that go on from `typed`, commonest first; of what was meant when nothing begins like it. */
export async function suggestSearches(typed: string, max: number): Promise<ReadonlyArray<string>> {
  const lexicon = await currentLexicon();
  const straight = phrasesFor(lexicon.names.phrases, typed, max);
  if (straight.length > 0) return straight;
  const near = await nearWords(lexicon, readQuery(shortened(typed), lexicon.synonyms).words);
  return near.length > 0 ? phrasesFor(lexicon.names.phrases, near.join(" "), max) : [];
}

function shortened(query: string): string {
  return query.split(" ").slice(0, WORDS_MAX).join(" ");
}

/** Nothing fits as it was typed: look for words that are nearly the same, and leave out those that nothing has. */
async function searchForgivingly(lexicon: Lexicon, words: ReadonlyArray<string>): Promise<SearchAnswer> {
  const near = await nearWords(lexicon, words);
  if (near.length === 0) return { productIds: [], corrected: null };
  const { units: meant, words: right } = readQuery(near.join(" "), lexicon.synonyms);
  const isAsTyped = right.join(" ") === words.join(" ");
  const corrected = isAsTyped ? null : right.join(" ");
  const all = isAsTyped ? [] : await find(lexicon, meant);
  if (all.length > 0) return { productIds: all, corrected };
  return { productIds: await findSome(lexicon, meant), corrected };
}

/** `words`, each as it stands where something has it, else the known words it was probably meant to be. */
async function nearWords(lexicon: Lexicon, words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const near: Array<string> = [];
  for (const word of words) {
    const folded = singular(word);
    if (await isKnown(lexicon, folded)) near.push(word);
    else near.push(...(meantBy(folded, lexicon.speller) ?? []));
  }
  return near;
}

async function isKnown(lexicon: Lexicon, word: string): Promise<boolean> {
  if (countOf(lexicon.speller, word) > 0 || completions(lexicon, word).length > 0) return true;
  return (await fulltext().find(anywhere(word), 1, Infinity)).length > 0;
}

async function find(lexicon: Lexicon, units: ReadonlyArray<SearchUnit>): Promise<ReadonlyArray<number>> {
  const most = mostMatches(lexicon, units);
  const match = (tier: Tier, max: number) => {
    const query = { all: units.map((unit) => unitTerms(unit, tier, (word) => completions(lexicon, word))) };
    return fulltext().find(query, max, tier === "anywhere" ? Infinity : most);
  };
  const narrow = most >= FOUND_MAX ? await match("narrow", FOUND_MAX) : null;
  // They leave no room for what only the running text has.
  if (narrow?.length === FOUND_MAX)
    return weighed(lexicon, units, [...(await match("title", WEIGHED_MAX)), ...narrow]);
  const all = await match("anywhere", FOUND_MAX);
  if (all.length <= WEIGHED_MAX) return weighed(lexicon, units, all);
  const best = await match("title", WEIGHED_MAX);
  return weighed(lexicon, units, [...best, ...(narrow ?? (await match("narrow", FOUND_MAX))), ...all]);
}

/** Products that have anything of it: those that have all but one thing before those that have one. */
async function findSome(lexicon: Lexicon, units: ReadonlyArray<SearchUnit>): Promise<ReadonlyArray<number>> {
  const requested = units.map((unit) => unitTerms(unit, "narrow", (word) => completions(lexicon, word)));
  const most: TermQuery = {
    any: requested.map((_, left) => ({ all: requested.filter((__, at) => at !== left) })),
  };
  const places = units.length > 2 ? await fulltext().find(most, WEIGHED_MAX, Infinity) : [];
  return weighed(lexicon, units, [
    ...places,
    ...(await fulltext().find({ any: requested }, FOUND_MAX, Infinity)),
  ]);
}

/** More products than these cannot have all of `units` in their short fields. */
function mostMatches(lexicon: Lexicon, units: ReadonlyArray<SearchUnit>): number {
  const count = (words: ReadonlyArray<string>) =>
    Math.min(...words.map((word) => countOf(lexicon.speller, word)));
  return Math.min(
    ...units.map(({ words, others }) => {
      const longer = words.flatMap((word) => completions(lexicon, word)).map((word) => [word]);
      return [words, ...longer, ...others].reduce((sum, phrase) => sum + count(phrase), 0);
    }),
  );
}

async function weighed(
  lexicon: Lexicon,
  units: ReadonlyArray<SearchUnit>,
  found: ReadonlyArray<number>,
): Promise<ReadonlyArray<number>> {
  const places = [...new Set(found)].slice(0, FOUND_MAX);
  const first = places.slice(0, WEIGHED_MAX);
  if (first.length === 0) return [];
  const ranking: Ranking = {
    units,
    isPrefix: (word) => word.length >= PREFIX_MIN_LETTERS,
    countOf: (word) => countOf(lexicon.speller, word),
    total: lexicon.names.total,
  };
  const unpack = scoredFields(units.flatMap(({ words, others }) => [...words, ...others.flat()]));
  const read = await fulltext().readFields(first);
  const scores = new Map(read.map(({ place, fields }) => [place, scoreOf(unpack(fields), ranking)]));
  const best = first
    .map((place) => ({ place, score: scores.get(place) ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place);
  return [...best, ...places.slice(WEIGHED_MAX)].map(productAt);
}

/** The most used known words that go on from `word`. */
function completions({ speller, completions: filed }: Lexicon, word: string): ReadonlyArray<string> {
  if (word.length < PREFIX_MIN_LETTERS) return [];
  return (filed.get(word.slice(0, PREFIX_MIN_LETTERS)) ?? [])
    .filter((one) => one.length > word.length && one.startsWith(word) && countOf(speller, one) > 0)
    .sort((a, b) => countOf(speller, b) - countOf(speller, a) || (a < b ? -1 : 1))
    .slice(0, COMPLETIONS_MAX);
}
