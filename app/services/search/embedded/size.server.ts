import { sql } from "kysely";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";

import { readProgress } from "./progress.server.ts";

const HOLDS_MS = 60_000;
/** This factor more products are still indexed in memory while the database's index is not ready. */
const MEANWHILE_FACTOR = 4;

type Size = Readonly<{ source: ReturnType<typeof db>; until: number; isLarge: boolean; isHuge: boolean }>;

let known: Size | null = null;
let forced: boolean | null = null;

export async function isAtSize(): Promise<boolean> {
  return forced ?? (await size()).isLarge;
}

export async function asksDatabase(): Promise<boolean> {
  if (forced !== null) return forced;
  const { isLarge, isHuge } = await size();
  return isLarge && (isHuge || (await readProgress()).is_ready === 1);
}

/** Null decides by size again. For tests. */
export function forceDatabaseSearch(isForced: boolean | null): void {
  forced = isForced;
}

async function size(): Promise<Size> {
  const source = db();
  const now = performance.now();
  if (known?.source === source && now < known.until) return known;
  const { inMemoryMax } = config.search;
  const isLarge = await hasMoreThan(inMemoryMax);
  const isHuge = isLarge && (await hasMoreThan(inMemoryMax * MEANWHILE_FACTOR));
  known = { source, until: now + HOLDS_MS, isLarge, isHuge };
  return known;
}

async function hasMoreThan(count: number): Promise<boolean> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where(sql<boolean>`is_visible = 1`)
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
