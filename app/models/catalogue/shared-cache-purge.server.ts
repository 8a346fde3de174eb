/** Follows the catalogue's version and the content to purge changed pages (decision 0031). */
import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { content } from "#app/services/content/content.server.ts";
import { sharedCache } from "#app/services/shared-cache/shared-cache.server.ts";

import { purgedKeys } from "./surrogate-key.ts";

/** A change is seen everywhere within two seconds. */
const LOOK_MS = 750;
/** On PostgreSQL another process learns of a change a second later, and may have answered the cache meanwhile. */
const AGAIN_MS = 1_500;
const PRODUCTS_MAX = 200;

type Seen = Readonly<{ version: number; content: unknown }>;

export async function followChanges(signal: AbortSignal, lookMs = LOOK_MS): Promise<void> {
  if (sharedCache().name === "none") return;
  let seen: Seen | null = null;
  while (!signal.aborted) {
    seen = await look(seen);
    await new Promise((resolve) => setTimeout(resolve, lookMs).unref());
  }
}

/** A database that is away is no news. */
async function look(seen: Seen | null): Promise<Seen | null> {
  try {
    const now: Seen = { version: await catalogueVersion(), content: await content().mark() };
    if (!seen || seen.content !== now.content) await queue(newId("job"), {});
    else if (seen.version !== now.version)
      await queue(`${seen.version}-${now.version}`, { from: seen.version, to: now.version });
    return now;
  } catch {
    return seen;
  }
}

async function queue(name: string, payload: Job["payload"]): Promise<void> {
  await enqueue({ key: `shared-cache:${name}`, kind: "shared-cache-purge", payload });
  if (!isSqlite(db())) {
    const runAt = new Date(Date.now() + AGAIN_MS).toISOString();
    await enqueue({ key: `shared-cache:${name}:again`, kind: "shared-cache-purge", payload, runAt });
  }
}

/** Throws OutgoingError. */
export async function purgeSharedCache({ payload: { from, to } }: Pick<Job, "payload">): Promise<void> {
  const products =
    typeof from === "number" && typeof to === "number" ? await changedProducts(from, to, PRODUCTS_MAX) : null;
  await sharedCache().purge(products === null ? "everything" : await keysOf(products));
}

async function keysOf(ids: ReadonlyArray<number>): Promise<ReadonlyArray<string>> {
  if (ids.length === 0) return purgedKeys({ ids, categoryPaths: [], brandSlugs: [] });
  const [categories, brands] = await Promise.all([
    db()
      .selectFrom("product_categories")
      .innerJoin("categories", "categories.id", "product_categories.category_id")
      .select("categories.path")
      .distinct()
      .where("product_categories.product_id", "in", ids)
      .execute(),
    db()
      .selectFrom("products")
      .innerJoin("brands", "brands.id", "products.brand_id")
      .select("brands.slug")
      .distinct()
      .where("products.id", "in", ids)
      .execute(),
  ]);
  return purgedKeys({
    ids,
    categoryPaths: categories.map(({ path }) => path),
    brandSlugs: brands.map(({ slug }) => slug),
  });
}
