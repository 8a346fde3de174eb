import { type Selectable, sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { categoryAddress } from "#app/models/catalogue/category.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import {
  isForeignQuery,
  mayBeRedirected,
  oldAddressKey,
  oldAddressKeys,
  type PagesOfShop,
  type Redirect,
  redirectableKeys,
  redirectChain,
  redirectKey,
  redirectKeysOf,
  redirectPair,
  withQueryOf,
} from "./redirect.ts";

/** Of an address without a page, with the part of the request's query that did not name the old address. */
export function findRedirect(pathname: string, search = ""): Promise<string | null> {
  return firstRedirect(redirectKeysOf(pathname, search));
}

/** Of an address whose query is another shop's, which goes before the page; of others null, without a look-up. */
export async function findForeignRedirect(pathname: string, search: string): Promise<string | null> {
  return isForeignQuery(pathname + search)
    ? firstRedirect(redirectKeysOf(pathname, search).slice(0, 1))
    : null;
}

async function firstRedirect(keys: ReturnType<typeof redirectKeysOf>): Promise<string | null> {
  for (const { key, rest } of keys) {
    const to = await targetOf(key);
    if (to !== null) return withQueryOf(to, rest);
  }
  return null;
}

/** Where these addresses, which have no query, lead; those that lead nowhere are left out. */
export async function findRedirectTargets(
  addresses: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const byKey = new Map(addresses.map((address) => [oldAddressKey(address), address]));
  const rows = await db()
    .selectFrom("redirects")
    .select(["from_path_key as key", "to_path as to"])
    .where("from_path_key", "in", [...byKey.keys()])
    .execute();
  return new Map(rows.map(({ key, to }) => [byKey.get(key) ?? key, to]));
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
    .$if(after !== null, (query) => query.where("from_path_key", ">", oldAddressKey(after ?? "")))
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
    .modifyFront(WALK)
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
  pages: Pick<PagesOfShop, "isOwn" | "isFixed">;
  /** Where `from` must lead until now; null: nowhere; left out: an older redirect is replaced. */
  was?: string | null;
}>;

type AddRefusal = "redirect-malformed" | "redirect-of-page" | "redirect-loop" | "redirect-changed";

/** Until the transaction ends nobody else adds a redirect. */
export async function lockRedirects(): Promise<void> {
  await bumpCatalogueVersion([]);
}

/**
 * Nobody is redirected twice: `to` is followed, and redirects to `from` too. The redirect of a page of the shop changes
 * no other: it holds while that page is hidden, each time. Refuses a loop, also one that would begin when a page is
 * hidden, a page that nothing hides, and when `from` leads elsewhere than `was`.
 */
export function addRedirect({
  from: typedFrom,
  to: typedTo,
  now,
  source = "owner",
  pages: { isOwn, isFixed },
  was,
}: NewRedirect): Promise<Result<Redirect, AddRefusal>> {
  return transact(async () => {
    const pair = redirectPair(typedFrom, typedTo);
    if (!pair.ok) return pair;
    const { from, to } = pair.value;
    if (!mayBeRedirected(from, isFixed)) return refused("redirect-of-page", { from });
    // The lock on this row makes two additions at once see each other.
    await bumpCatalogueVersion([]);
    const start = oldAddressKey(from);
    const present = await targetOf(start);
    if (was !== undefined && was !== present) return redirectChanged(from, present);
    const isStart = (address: string) => oldAddressKeys(address).includes(start);
    const { addresses, isLoop } = await redirectChain(to, (address) => {
      const keys = redirectableKeys(address, isFixed);
      return keys.includes(start) ? from : firstTarget(keys);
    });
    const isEnd = (address: string) => !mayBeRedirected(address, isOwn);
    const end = addresses.find(isEnd) ?? addresses.at(-1) ?? to;
    if (isLoop || isStart(end)) {
      const back = addresses.findIndex(isStart);
      const loop = back === -1 ? addresses : addresses.slice(0, back + 1);
      return refused("redirect-loop", { chain: [from, ...loop].join(" → ") });
    }
    const redirect: Redirect = { from, to: end, source, createdAt: now.toISOString() };
    await write(redirect, { isFollowed: !isEnd(from) });
    return ok(redirect);
  });
}

export function removeRedirect(
  from: string,
  to?: string,
): Promise<Result<Redirect, "not-found" | "redirect-changed">> {
  return transact(async () => {
    const key = oldAddressKey(from);
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
    const own = [to, shortAddress(to)].filter((path) => path !== "").map(redirectKey);
    await db().deleteFrom("redirects").where("from_path_key", "in", own).execute();
  }
  const short = moves
    .filter(({ from, to }) => shortAddress(from) !== shortAddress(to))
    .map(({ from, to }) => ({ from: shortAddress(from), to }));
  for (const { from, to } of [...moves, ...short.filter(({ from }) => from !== "")]) {
    if (living.has(from)) continue;
    await write({ from, to, source: "renamed", createdAt: now.toISOString() });
  }
}

/** "/p/pull-along-dog" for the address of a product, which it answers at too; empty for what is none. */
function shortAddress(path: string): string {
  const [, slug] = /^\/p\/.*\/([^/]+)$/.exec(path) ?? [];
  return slug === undefined ? "" : `/p/${slug}`;
}

/** Call it in the transaction that renames. */
export async function redirectOldPath(from: string, to: string, now: Date): Promise<void> {
  await writeRedirects([{ from, to }], livingIn(await catalogueAddresses()), now);
}

/** `isFollowed`: what leads to `from` leads on to its target now. */
async function write(
  { from, to, source, createdAt }: Redirect,
  { isFollowed = true }: Readonly<{ isFollowed?: boolean }> = {},
): Promise<void> {
  if (isFollowed)
    await db().updateTable("redirects").set({ to_path: to }).where("to_path", "=", from).execute();
  const values = { from_path: from, to_path: to, source, created_at: createdAt };
  await db()
    .insertInto("redirects")
    .values({ from_path_key: oldAddressKey(from), ...values })
    .onConflict((conflict) => conflict.column("from_path_key").doUpdateSet(values))
    .execute();
}

async function firstTarget(keys: ReadonlyArray<string>): Promise<string | null> {
  for (const key of keys) {
    const to = await targetOf(key);
    if (to !== null) return to;
  }
  return null;
}

/** The redirect of exactly this old address. */
export function storedRedirect(from: string): Promise<Redirect | null> {
  return storedAt(oldAddressKey(from));
}

async function storedAt(key: string): Promise<Redirect | null> {
  const row = await db()
    .selectFrom("redirects")
    .selectAll()
    .where("from_path_key", "=", key)
    .executeTakeFirst();
  return row ? asRedirect(row) : null;
}

async function targetOf(key: string): Promise<string | null> {
  return (await storedAt(key))?.to ?? null;
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

/** Products answer at their short addresses too. */
function livingIn(addresses: CatalogueAddresses): ReadonlySet<string> {
  return new Set([...addresses.values()].flatMap((path) => [path, shortAddress(path)]));
}

/** Call it in the transaction of the change. */
export async function redirectOldPaths(before: CatalogueAddresses, now: Date): Promise<void> {
  const after = await catalogueAddresses();
  const moves = [...before].flatMap(([what, from]) => {
    const to = after.get(what);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
  if (moves.length > 0) await writeRedirects(moves, livingIn(after), now);
}
