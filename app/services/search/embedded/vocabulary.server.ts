import { setImmediate as breath } from "node:timers/promises";

import { sql } from "kysely";

import { noteChange } from "#app/db/cache-invalidation.server.ts";
import { db, inBackground, primaryDb } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { PREFIX_MIN_LETTERS, vocabularyWords } from "#app/models/search/query-terms.ts";
import { type FieldWords, unpackFields } from "#app/models/search/rank.ts";
import { learnWord, newSpeller, type Speller } from "#app/models/search/spelling.ts";
import { phraseBook, type PhraseBook } from "#app/models/search/phrases.ts";
import type { Synonyms } from "#app/models/search/tokenizer.ts";

import { readSynonyms } from "./documents.server.ts";

/** Words in one statement, and read before others get their turn. */
const WORDS_AT_ONCE = 2_000;
/** Held in memory at the start: the most used ones. */
const WORDS_MAX = 100_000;
/** Revisions. Words that nothing has any more go after as many. */
const CLEARED_EVERY = 1_000;
/** Products whose names and keywords are offered while somebody types: the most popular ones. */
const PHRASE_PRODUCTS = 5_000;
const PHRASE_PRODUCTS_AT_ONCE = 500;
/** Times as long as reading names took, none are read: a hundredth of a process at most. */
const RESTS = 100;

/** `removed` holds packed fields. Call it inside the transaction that writes the products. */
export async function countWords(
  added: ReadonlyArray<FieldWords>,
  removed: ReadonlyArray<string>,
): Promise<void> {
  const counts = new Map<string, number>();
  const count = (fields: FieldWords, by: number) => {
    for (const word of vocabularyWords(fields)) counts.set(word, (counts.get(word) ?? 0) + by);
  };
  for (const fields of added) count(fields, 1);
  for (const fields of removed) count(unpackFields(fields), -1);
  const changes = [...counts].filter(([, by]) => by !== 0).map(([word, by]) => ({ word, count: by }));
  if (changes.length === 0) return;
  const revision = await nextRevision();
  for (let at = 0; at < changes.length; at += WORDS_AT_ONCE) {
    await db()
      .insertInto("search_vocabulary")
      .values(changes.slice(at, at + WORDS_AT_ONCE).map((change) => ({ ...change, revision })))
      .onConflict((conflict) =>
        conflict.column("word").doUpdateSet({
          count: sql<number>`search_vocabulary.count + excluded.count`,
          revision,
        }),
      )
      .execute();
  }
  if (revision % CLEARED_EVERY === 0)
    await db()
      .deleteFrom("search_vocabulary")
      .where("count", "<=", 0)
      .where("revision", "<=", revision - CLEARED_EVERY)
      .execute();
}

/** Locked first: who changes words waits here, so that their revisions are committed in order. */
export async function nextRevision(): Promise<number> {
  const { revision } = await db()
    .updateTable("search_progress")
    .set({ revision: sql<number>`revision + 1` })
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

export type Lexicon = {
  /** Of the vocabulary: every word up to it is known. */
  revision: number;
  readonly speller: Speller;
  /** Known words by the letters that they begin with. */
  readonly completions: Map<string, Array<string>>;
  /** Of the catalogue when the synonyms were read. */
  version: number;
  synonyms: Synonyms;
  names: Names;
};

type Names = Readonly<{
  /** Of the vocabulary when they were read. */
  revision: number;
  total: number;
  phrases: PhraseBook;
  /** They are not read again before, on the clock of `performance`. */
  restUntil: number;
}>;

let current: Readonly<{ source: unknown; lexicon: Promise<Lexicon> }> | null = null;
let learning: Promise<void> | null = null;
let naming: Promise<void> | null = null;

/** Has every committed word; names are read again in the background. */
export async function currentLexicon(): Promise<Lexicon> {
  const source = primaryDb();
  if (current?.source !== source) {
    const first = readLexicon();
    current = { source, lexicon: first };
    first.catch(() => {
      if (current?.lexicon === first) current = null;
    });
  }
  const lexicon = await current.lexicon;
  const { revision, version } = await readVersions();
  if (version !== lexicon.version) Object.assign(lexicon, { version, synonyms: await readSynonyms() });
  while (lexicon.revision < revision)
    await (learning ??= readWords(lexicon, 0).finally(() => (learning = null)));
  if (lexicon.names.revision < revision && performance.now() > lexicon.names.restUntil && !naming) {
    naming = renewNames(lexicon).finally(() => (naming = null));
    inBackground(naming);
  }
  return lexicon;
}

/** Move with every change of the vocabulary, and of what a page shows. */
async function readVersions(): Promise<Readonly<{ revision: number; version: number }>> {
  return db()
    .selectFrom(["search_progress", "catalogue_version"])
    .select(["search_progress.revision", "catalogue_version.version"])
    .executeTakeFirstOrThrow();
}

async function readLexicon(): Promise<Lexicon> {
  const { version } = await readVersions();
  const lexicon = {
    ...{ revision: -1, speller: newSpeller(), completions: new Map<string, Array<string>>() },
    ...{ version, synonyms: await readSynonyms(), names: await readNames() },
  };
  await readWords(lexicon, await leastCount());
  return lexicon;
}

/** Of how many products at least a word is, so that at most `WORDS_MAX` are held. */
async function leastCount(): Promise<number> {
  const words = db().selectFrom("search_vocabulary").offset(WORDS_MAX).limit(1);
  if (!(await words.select("word").orderBy("word").executeTakeFirst())) return 1;
  const { count } = await words
    .modifyFront(WALK)
    .select("count")
    .orderBy("count", "desc")
    .executeTakeFirstOrThrow();
  return count + 1;
}

/** Those that changed since the lexicon's revision and have at least so many products. */
async function readWords(lexicon: Lexicon, least: number): Promise<void> {
  const { revision } = await readVersions();
  let last = { revision: lexicon.revision + 1, word: "" };
  for (;;) {
    const rows = await db()
      .selectFrom("search_vocabulary")
      .select(["word", "count", "revision"])
      .where(sql<boolean>`(revision, word) > (${last.revision}, ${last.word})`)
      .where("count", ">=", least)
      .orderBy("revision")
      .orderBy("word")
      .limit(WORDS_AT_ONCE)
      .execute();
    for (const { word, count } of rows) learn(lexicon, word, count);
    const end = rows.at(-1);
    if (!end || rows.length < WORDS_AT_ONCE) break;
    last = end;
    await breath();
  }
  lexicon.revision = Math.max(lexicon.revision, revision);
}

function learn({ speller, completions }: Lexicon, word: string, count: number): void {
  if (!learnWord(speller, word, count) || word.length <= PREFIX_MIN_LETTERS) return;
  const beginning = word.slice(0, PREFIX_MIN_LETTERS);
  const filed = completions.get(beginning);
  if (filed) filed.push(word);
  else completions.set(beginning, [word]);
}

async function renewNames(lexicon: Lexicon): Promise<void> {
  try {
    lexicon.names = await readNames();
    // Suggestions may be others now.
    noteChange();
  } catch {
    // The next search tries again.
  }
}

async function readNames(): Promise<Names> {
  const from = performance.now();
  const { revision } = await readVersions();
  const { total } = await db()
    .selectFrom("search_documents")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const phrases = phraseBook(await readPhrases());
  const until = performance.now();
  return { revision, total, phrases, restUntil: until + RESTS * (until - from) };
}

async function readPhrases(): Promise<ReadonlyArray<string>> {
  const phrases: Array<string> = [];
  for (let after = 0, read = 0; read < PHRASE_PRODUCTS; read += PHRASE_PRODUCTS_AT_ONCE) {
    const rows = await db()
      .selectFrom("search_documents")
      .innerJoin("products", "products.id", "search_documents.product_id")
      .select(["search_documents.place", "products.name", "products.search_keywords"])
      .where("search_documents.place", ">", after)
      .orderBy("search_documents.place")
      .limit(PHRASE_PRODUCTS_AT_ONCE)
      .execute();
    for (const { name, search_keywords } of rows) phrases.push(name, ...search_keywords.split(","));
    const last = rows.at(-1);
    if (!last) break;
    after = last.place;
    await breath();
  }
  return phrases;
}
