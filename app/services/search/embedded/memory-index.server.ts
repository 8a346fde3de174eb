import { createHash } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";

import MiniSearch from "minisearch";

import { db } from "#app/db/db.server.ts";
import { BOOST, type SearchField } from "#app/models/search/rank.ts";
import { type Speller, spellerOf } from "#app/models/search/spelling.ts";
import { phraseBook, type PhraseBook } from "#app/models/search/phrases.ts";
import { singular, type Synonyms, wordsAndCompounds, wordsOf } from "#app/models/search/tokenizer.ts";
import type { SearchDocument } from "#app/services/search/search-port.ts";

import { readSearchDocuments, readSynonyms } from "./documents.server.ts";

const FIELDS = Object.keys(BOOST) as Array<SearchField>;
/** Documents taken in before others get their turn: a few milliseconds of work. */
const CHUNK = 50;
/** After a build, nothing is read anew for this many times as long as it took: at most a tenth of one core. */
const REST_FACTOR = 9;

export type SearchIndex = Readonly<{
  words: MiniSearch<SearchDocument>;
  synonyms: Synonyms;
  speller: Speller;
  phrases: PhraseBook;
}>;

type Source = ReturnType<typeof db>;
type Stored = Readonly<{
  source: Source;
  version: number;
  fingerprint: string;
  index: SearchIndex;
  generation: number;
}>;
type Build = Readonly<{ source: Source; done: Promise<SearchIndex> }>;

let cached: Stored | null = null;
let seenVersion: number | null = null;
let generations = 0;
let building: Build | null = null;
let restUntil = 0;

/** A change is indexed in the background. The version counts stock too; only other content makes another index. */
export async function currentIndex(): Promise<SearchIndex> {
  const source = db();
  const { version } = await source
    .selectFrom("catalogue_version")
    .select("version")
    .executeTakeFirstOrThrow();
  seenVersion = version;
  if (cached?.source !== source) return build(source, version);
  if (cached.version !== version && performance.now() >= restUntil) {
    build(source, version).catch(() => undefined);
  }
  return cached.index;
}

/** A number for the index that searches are answered from; null while it may be behind the catalogue. */
export function settledGeneration(): number | null {
  return cached?.source === db() && cached.version === seenVersion ? cached.generation : null;
}

function build(source: Source, version: number): Promise<SearchIndex> {
  if (building?.source === source) return building.done;
  const done = takeIn(source, version).finally(() => {
    if (building?.done === done) building = null;
  });
  building = { source, done };
  return done;
}

async function takeIn(source: Source, version: number): Promise<SearchIndex> {
  const from = performance.now();
  const [documents, synonyms] = await Promise.all([readSearchDocuments(), readSynonyms()]);
  const fingerprint = await cartHash(documents, synonyms);
  const before = cached;
  const isSame = before?.source === source && before.fingerprint === fingerprint;
  const index = isSame ? before.index : await buildIndex(documents, synonyms);
  if (db() === source) {
    if (!isSame) generations += 1;
    cached = { source, version, fingerprint, index, generation: generations };
    const now = performance.now();
    restUntil = now + (now - from) * REST_FACTOR;
  }
  return index;
}

async function cartHash(documents: ReadonlyArray<SearchDocument>, synonyms: Synonyms): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(synonyms));
  for (const [at, document] of documents.entries()) {
    hash.update(JSON.stringify(document));
    if (at % CHUNK === 0) await breath();
  }
  return hash.digest("base64");
}

async function buildIndex(
  documents: ReadonlyArray<SearchDocument>,
  synonyms: Synonyms,
): Promise<SearchIndex> {
  const words = new MiniSearch<SearchDocument>({
    idField: "productId",
    fields: FIELDS,
    tokenize: (text) => [...wordsAndCompounds(text)],
    processTerm: singular,
  });
  const vocabulary = new Map<string, { count: number; written: string }>();
  const phrases: Array<string> = [];
  for (let at = 0; at < documents.length; at += CHUNK) {
    const chunk = documents.slice(at, at + CHUNK);
    words.addAll(chunk);
    for (const document of chunk) {
      learn(vocabulary, document);
      phrases.push(document.name, ...document.keywords.split(","));
    }
    await breath();
  }
  return { words, synonyms, speller: spellerOf(vocabulary), phrases: phraseBook(phrases) };
}

/** Words of names, makers, kinds and keywords are spelt as people type them; descriptions know too many others. */
function learn(vocabulary: Map<string, { count: number; written: string }>, document: SearchDocument): void {
  const text = `${document.name} ${document.keywords} ${document.categories} ${document.brand} ${document.options}`;
  for (const written of wordsOf(text)) {
    const term = singular(written);
    const known = vocabulary.get(term);
    if (known) known.count += 1;
    else vocabulary.set(term, { count: 1, written: written === term ? written : term });
  }
}
