/** Keeps the addresses that lead elsewhere: those the owner names, and those of whatever was renamed. */
import { db, transact } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type Redirect, redirectChain, redirectKey, redirectPair } from "./redirect.ts";

/** Where the address `path` leads, or null. */
export async function findRedirect(path: string): Promise<string | null> {
  return targetOf(redirectKey(path));
}

/** All of them, by their old address. */
export async function listRedirects(): Promise<ReadonlyArray<Redirect>> {
  const rows = await db().selectFrom("redirects").selectAll().orderBy("from_key").execute();
  return rows.map(({ from_path: from, to_path: to, source, created_at: createdAt }) => ({
    from,
    to,
    source,
    createdAt,
  }));
}

type Asked = Readonly<{ from: string; to: string; now: Date }>;

/**
 * From now on `from` leads to `to`, or to where `to` leads already, so that nobody is sent on twice; what led to
 * `from` does so too. Says no to a circle. An older redirect of the same address is replaced.
 */
export function addRedirect({
  from,
  to,
  now,
}: Asked): Promise<Result<Redirect, "redirect-malformed" | "redirect-loop">> {
  return transact(async () => {
    const pair = redirectPair(from, to);
    if (!pair.ok) return pair;
    // The lock on this row makes two that are added at the same time see each other.
    await bumpCatalogueVersion([]);
    const start = redirectKey(from);
    const { addresses, isLoop } = await redirectChain(to, (key) => (key === start ? from : targetOf(key)));
    const end = addresses.at(-1) ?? to;
    if (isLoop || redirectKey(end) === start) {
      return refused("redirect-loop", { chain: [from, ...addresses].join(" → ") });
    }
    const redirect: Redirect = { from, to: end, source: "owner", createdAt: now.toISOString() };
    await write(redirect);
    return ok(redirect);
  });
}

/** Takes the redirect of `from` away. */
export async function removeRedirect(from: string): Promise<Result<null, "not-found">> {
  const { numDeletedRows } = await db()
    .deleteFrom("redirects")
    .where("from_key", "=", redirectKey(from))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n ? ok(null) : refused("not-found");
}

/**
 * Remembers that what was at `from` is at `to` now. Belongs into the transaction that renames. An address at which
 * something lives (again) leads nowhere else.
 */
export async function keepMoves(
  moves: ReadonlyArray<Readonly<{ from: string; to: string }>>,
  living: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  for (const { to } of moves) {
    await db().deleteFrom("redirects").where("from_key", "=", redirectKey(to)).execute();
  }
  for (const { from, to } of moves) {
    if (living.has(from)) continue;
    await write({ from, to, source: "renamed", createdAt: now.toISOString() });
  }
}

/** Writes `redirect`, and leads what came to its old address straight to the new one. */
async function write({ from, to, source, createdAt }: Redirect): Promise<void> {
  await db().updateTable("redirects").set({ to_path: to }).where("to_path", "=", from).execute();
  const values = { from_path: from, to_path: to, source, created_at: createdAt };
  await db()
    .insertInto("redirects")
    .values({ from_key: redirectKey(from), ...values })
    .onConflict((conflict) => conflict.column("from_key").doUpdateSet(values))
    .execute();
}

async function targetOf(key: string): Promise<string | null> {
  const row = await db()
    .selectFrom("redirects")
    .select("to_path")
    .where("from_key", "=", key)
    .executeTakeFirst();
  return row?.to_path ?? null;
}
