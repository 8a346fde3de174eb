/**
 * The index of a large catalogue lies in its database, packed, so that a start need not read every product (decision
 * 0062). It is no more than a copy: whatever is wrong with it, everything is read.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import v8 from "node:v8";
import zlib from "node:zlib";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db } from "#app/db/db.server.ts";
import { currentMarket } from "#app/models/platform/market.server.ts";

import { ListingBuilder } from "./build.ts";
import { NONE } from "./columns.ts";
import type { ListingContents } from "./listing-index.server.ts";
import { EMPTY_SET } from "./product-id-set.ts";

/** Fewer products are read in less than a tenth of a second. */
const STORED_MIN = 1_000;
const PACKED = { level: 1 } as const;

type Stored = Omit<ListingContents, "readNames">;
export type StoredListing = Readonly<{ contents: Stored; version: number; isOfThisBuild: boolean }>;

const deflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);
const inflate = promisify<Buffer, Buffer>(zlib.inflateRaw);
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");

/** Names and types of all columns, as this Node writes them. */
const SHAPE = hashOf(v8.serialize([new ListingBuilder().done(), EMPTY_SET, NONE]));

let build: Promise<string> | null = null;

/** Another build may read other facts from the same rows. */
function buildHash(): Promise<string> {
  build ??= readFile(fileURLToPath(import.meta.url)).then(hashOf);
  return build;
}

const currencyKey = () => currentMarket().currency ?? "";

/** As it was at `version` of the catalogue; null if there is none that can be read. Never rejects. */
export async function findStoredListing(): Promise<StoredListing | null> {
  try {
    const row = await db()
      .selectFrom("stored_listings")
      .select(["version", "build", "data"])
      .where("currency", "=", currencyKey())
      .where("shape", "=", SHAPE)
      .executeTakeFirst();
    if (!row) return null;
    const contents = v8.deserialize(await inflate(Buffer.from(row.data, "base64"))) as Stored;
    return { contents, version: row.version, isOfThisBuild: row.build === (await buildHash()) };
  } catch {
    return null;
  }
}

/** One after the other, so that a listing which took long to pack does not replace a later one. */
let lastStore: Promise<void> = Promise.resolve();

/** `contents` as they are at the call, which are those of `version`. Stores in the order of the calls; never rejects. */
export function storeListing(contents: Stored, version: number): Promise<void> {
  const { columns, vocabulary, bands } = contents;
  if (columns.count < STORED_MIN) return lastStore;
  const bytes = v8.serialize({ columns, vocabulary, bands });
  lastStore = lastStore.then(() => packAndStore(bytes, version));
  return lastStore;
}

async function packAndStore(bytes: Buffer, version: number): Promise<void> {
  try {
    const data = (await deflate(bytes, PACKED)).toString("base64");
    const row = { shape: SHAPE, build: await buildHash(), version, data };
    await db()
      .insertInto("stored_listings")
      .values({ currency: currencyKey(), ...row })
      .onConflict((conflict) => conflict.column("currency").doUpdateSet(row))
      // No page changes by it.
      .modifyEnd(notifiedByWriter)
      .execute();
  } catch {
    // The next start reads everything.
  }
}
