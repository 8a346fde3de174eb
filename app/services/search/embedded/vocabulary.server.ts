import { setImmediate as breath } from "node:timers/promises";

import { sql } from "kysely";

import { noteChange } from "#app/db/cache-invalidation.server.ts";
import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { PREFIX_MIN_LETTERS, vocabularyWords } from "#app/models/search/query-terms.ts";
import { type FieldWords, unpackFields } from "#app/models/search/rank.ts";
import { type Speller, spellerOf } from "#app/models/search/spelling.ts";
import { phraseBook, type PhraseBook } from "#app/models/search/phrases.ts";
import type { Synonyms } from "#app/models/search/tokenizer.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { readSynonyms } from "./documents.server.ts";

/** Words in one statement, and read before others get their turn. */
const WORDS_AT_ONCE = 2_000;
const WORDS_MAX = 100_000;
/** Products whose names and keywords are offered while somebody types: the most popular ones. */
const PHRASE_PRODUCTS = 5_000;
const PHRASE_PRODUCTS_AT_ONCE = 500;

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
  for (let at = 0; at < changes.length; at += WORDS_AT_ONCE) {
    await db()
      .insertInto("search_vocabulary")
      .values(changes.slice(at, at + WORDS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.column("word").doUpdateSet({
          count: sql<number>`search_vocabulary.count + excluded.count`,
        }),
      )
      .execute();
  }
  const fewer = changes.filter((change) => change.count < 0).map(({ word }) => word);
  for (let at = 0; at < fewer.length; at += WORDS_AT_ONCE)
    await db()
      .deleteFrom("search_vocabulary")
      .where("word", "in", fewer.slice(at, at + WORDS_AT_ONCE))
      .where("count", "<=", 0)
      .execute();
  await db()
    .updateTable("search_progress")
    .set({ revision: sql<number>`revision + 1` })
    .execute();
}

/** Moves with every change of the vocabulary. */
async function readRevision(): Promise<number> {
  const { revision } = await db().selectFrom("search_progress").select("revision").executeTakeFirstOrThrow();
  return revision;
}

export type Lexicon = Readonly<{
  revision: number;
  total: number;
  speller: Speller;
  /** Known words that begin with the letters that they are filed under, the most used first. */
  completions: ReadonlyMap<string, ReadonlyArray<string>>;
  phrases: PhraseBook;
  synonyms: Synonyms;
}>;

type Source = ReturnType<typeof db>;

let cached: Readonly<{ source: Source; lexicon: Lexicon }> | null = null;
let reading: Readonly<{ source: Source; done: Promise<Lexicon> }> | null = null;

/** A change is loaded in the background. */
export async function currentLexicon(): Promise<Lexicon> {
  const source = db();
  const revision = await readRevision();
  if (cached?.source !== source) return read(source);
  if (cached.lexicon.revision !== revision) read(source).catch(() => undefined);
  return cached.lexicon;
}

function read(source: Source): Promise<Lexicon> {
  if (reading?.source === source) return reading.done;
  const done = readLexicon()
    .then((lexicon) => {
      if (db() === source) {
        // Corrections and suggestions may be others now.
        if (cached?.source === source) noteChange();
        cached = { source, lexicon };
      }
      return lexicon;
    })
    .finally(() => {
      if (reading?.done === done) reading = null;
    });
  reading = { source, done };
  return done;
}

async function readLexicon(): Promise<Lexicon> {
  const revision = await readRevision();
  const { total } = await db()
    .selectFrom("search_documents")
    .modifyFront(WALK)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const vocabulary = await readVocabulary();
  return {
    revision,
    total,
    speller: spellerOf(vocabulary),
    completions: completionsOf(vocabulary.keys()),
    phrases: phraseBook(await readPhrases()),
    synonyms: await readSynonyms(),
  };
}

async function readVocabulary() {
  const vocabulary = new Map<string, Readonly<{ count: number; written: string }>>();
  let least = 0;
  const total = await db()
    .selectFrom("search_vocabulary")
    .modifyFront(WALK)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (total.count > WORDS_MAX) {
    const last = await db()
      .selectFrom("search_vocabulary")
      .select("count")
      .orderBy("count", "desc")
      .offset(WORDS_MAX)
      .limit(1)
      .executeTakeFirst();
    least = last?.count ?? 0;
  }
  const words: Array<Readonly<{ word: string; count: number }>> = [];
  for (let after = ""; ;) {
    const rows = await db()
      .selectFrom("search_vocabulary")
      .select(["word", "count"])
      .where("word", ">", after)
      .where("count", ">", least)
      .orderBy("word")
      .limit(WORDS_AT_ONCE)
      .execute();
    words.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < WORDS_AT_ONCE) break;
    after = last.word;
    await breath();
  }
  for (const { word, count } of words.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)))
    vocabulary.set(word, { count, written: word });
  return vocabulary;
}

function completionsOf(words: Iterable<string>): ReadonlyMap<string, ReadonlyArray<string>> {
  const long = [...words].filter(({ length }) => length > PREFIX_MIN_LETTERS);
  return grouped(long, (word) => word.slice(0, PREFIX_MIN_LETTERS));
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
