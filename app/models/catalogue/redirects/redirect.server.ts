import { type Selectable, sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { categoryAddress } from "#app/models/catalogue/category.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import { type Redirect, redirectChain, redirectKey, redirectPair } from "./redirect.ts";

export async function findRedirect(path: string): Promise<string | null> {
  return targetOf(redirectKey(path));
}

export async function listRedirects(): Promise<ReadonlyArray<Redirect>> {
  const rows = await db().selectFrom("redirects").selectAll().orderBy("from_path_key").execute();
  return rows.map(asRedirect);
}

function asRedirect(row: Selectable<Database["redirects"]>): Redirect {
  const { from_path: from, to_path: to, source, created_at: createdAt } = row;
  return { from, to, source, createdAt };
}

type RedirectQuery = Readonly<{
  text: string;
  limit: number;
  after: string | null;
}>;

export async function findRedirects({ text, limit, after }: RedirectQuery): Promise<ReadonlyArray<Redirect>> {
  const rows = await redirectsWith(text)
    .selectAll()
    .$if(after !== null, (query) => query.where("from_path_key", ">", redirectKey(after ?? "")))
    .orderBy("from_path_key")
    .limit(limit)
    .execute();
  return rows.map(asRedirect);
}

export async function countRedirects(text: string): Promise<number> {
  const { count } = await redirectsWith(text)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function redirectsWith(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return db()
    .selectFrom("redirects")
    .$if(text !== "", (query) =>
      query.where(sql<boolean>`(from_path_key LIKE ${pattern} ESCAPE '\\'
        OR lower(from_path) LIKE ${pattern} ESCAPE '\\' OR lower(to_path) LIKE ${pattern} ESCAPE '\\')`),
    );
}

type NewRedirect = Readonly<{
  from: string;
  to: string;
  now: Date;
  source?: Redirect["source"];
  /** Where `from` must lead until now; null: nowhere; left out: an older redirect is replaced. */
  was?: string | null;
}>;
/** Until the transaction ends nobody else adds a redirect. */
export async function lockRedirects(): Promise<void> {
  await bumpCatalogueVersion([]);
}

/**
 * Nobody is redirected twice: `to` is followed, and redirects to `from` too. Refuses a loop, and when `from` leads
 * elsewhere than `was`.
 */
export function addRedirect({
  from,
  to,
  now,
  source = "owner",
  was,
}: NewRedirect): Promise<Result<Redirect, "redirect-malformed" | "redirect-loop" | "redirect-changed">> {
  return transact(async () => {
    const pair = redirectPair(from, to);
    if (!pair.ok) return pair;
    // The lock on this row makes two additions at once see each other.
    await bumpCatalogueVersion([]);
    const start = redirectKey(from);
    const present = await targetOf(start);
    if (was !== undefined && was !== present) return redirectChanged(from, present);
    const { addresses, isLoop } = await redirectChain(to, (key) => (key === start ? from : targetOf(key)));
    const end = addresses.at(-1) ?? to;
    if (isLoop || redirectKey(end) === start) {
      const back = addresses.findIndex((address) => redirectKey(address) === start);
      const loop = back === -1 ? addresses : addresses.slice(0, back + 1);
      return refused("redirect-loop", { chain: [from, ...loop].join(" → ") });
    }
    const redirect: Redirect = { from, to: end, source, createdAt: now.toISOString() };
    await write(redirect);
    return ok(redirect);
  });
}

export function removeRedirect(
  from: string,
  to?: string,
): Promise<Result<Redirect, "not-found" | "redirect-changed">> {
  return transact(async () => {
    const key = redirectKey(from);
    const [row] = await db()
      .deleteFrom("redirects")
      .where("from_path_key", "=", key)
      .$if(to !== undefined, (query) => query.where("to_path", "=", to ?? ""))
      .returningAll()
      .execute();
    if (row) return ok(asRedirect(row));
    const present = await targetOf(key);
    return present === null ? refused("not-found") : redirectChanged(from, present);
  });
}

function redirectChanged(from: string, to: string | null) {
  const now = to === null ? "leads nowhere else" : `leads to ${to}`;
  return refused("redirect-changed", { from, now });
}

/** An address with a page never redirects; call it in the transaction that renames. */
async function writeRedirects(
  moves: ReadonlyArray<Readonly<{ from: string; to: string }>>,
  living: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  for (const { to } of moves) {
    await db().deleteFrom("redirects").where("from_path_key", "=", redirectKey(to)).execute();
  }
  for (const { from, to } of moves) {
    if (living.has(from)) continue;
    await write({ from, to, source: "renamed", createdAt: now.toISOString() });
  }
}

/** Call it in the transaction that renames. */
export async function redirectOldPath(from: string, to: string, now: Date): Promise<void> {
  await writeRedirects([{ from, to }], new Set(), now);
}

async function write({ from, to, source, createdAt }: Redirect): Promise<void> {
  await db().updateTable("redirects").set({ to_path: to }).where("to_path", "=", from).execute();
  const values = { from_path: from, to_path: to, source, created_at: createdAt };
  await db()
    .insertInto("redirects")
    .values({ from_path_key: redirectKey(from), ...values })
    .onConflict((conflict) => conflict.column("from_path_key").doUpdateSet(values))
    .execute();
}

async function targetOf(key: string): Promise<string | null> {
  const row = await db()
    .selectFrom("redirects")
    .select("to_path")
    .where("from_path_key", "=", key)
    .executeTakeFirst();
  return row?.to_path ?? null;
}

/** By owner, such as "product 101". */
type CatalogueAddresses = ReadonlyMap<string, string>;

export async function catalogueAddresses(): Promise<CatalogueAddresses> {
  const [categories, brands, products] = await Promise.all([
    db().selectFrom("categories").select(["id", "path"]).execute(),
    db().selectFrom("brands").select(["id", "slug"]).execute(),
    db()
      .selectFrom("products")
      .innerJoin("categories", "categories.id", "products.primary_category_id")
      .select(["products.id", "products.slug", "categories.path"])
      .execute(),
  ]);
  return new Map([
    ...categories.map(({ id, path }) => [`category ${id}`, categoryAddress(path)] as const),
    ...brands.map(({ id, slug }) => [`brand ${id}`, `/brands/${slug}`] as const),
    ...products.map(({ id, slug, path }) => [`product ${id}`, productPath(path, slug)] as const),
  ]);
}

/** Call it in the transaction of the change. */
export async function redirectOldPaths(before: CatalogueAddresses, now: Date): Promise<void> {
  const after = await catalogueAddresses();
  const moves = [...before].flatMap(([what, from]) => {
    const to = after.get(what);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
  if (moves.length > 0) await writeRedirects(moves, new Set(after.values()), now);
}
