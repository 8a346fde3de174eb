import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { markedCount } from "#app/services/search/embedded/indexing.server.ts";
import { searchIndex } from "#app/services/search/search.server.ts";

/** Before the fingerprint of a product that the engine refused as it is. */
export const REFUSED_MARK = "refused ";

export type SearchIndexState = Readonly<{
  /** Since when the engine lacks something, ISO 8601; null: it has everything. */
  behindSince: string | null;
  failure: string | null;
  refused: ReadonlyArray<Readonly<{ id: number; name: string }>>;
}>;

/** Of the hosted engine if there is one, else of the embedded index, which refuses nothing. */
export async function searchIndexState(): Promise<SearchIndexState> {
  const index = searchIndex();
  const refused = await refusedProducts(index?.name ?? "");
  // Whoever has made the embedded index anew has done what the job waits for.
  if (!index && (await markedCount()) === 0) return { behindSince: null, failure: null, refused };
  const open = await firstOpenJob(index ? "search-index" : "search-refresh");
  if (!open) return { behindSince: null, failure: null, refused };
  const remedy = index ? "" : "; npm run shop -- search rebuild makes the index anew";
  const failure = open.last_error && `${open.last_error}${remedy}`;
  return { behindSince: open.created_at, failure, refused };
}

function refusedProducts(indexName: string): Promise<SearchIndexState["refused"]> {
  return db()
    .selectFrom("search_index_entries as entry")
    .innerJoin("products", "products.id", "entry.product_id")
    .select(["products.id", "products.name"])
    .where("entry.index_name", "=", indexName)
    .where(sql<boolean>`entry.fingerprint LIKE ${`${REFUSED_MARK}%`}`)
    .orderBy("products.id")
    .execute();
}

/** The first that came after the last one that was done. */
async function firstOpenJob(kind: "search-index" | "search-refresh") {
  const jobs = () => db().selectFrom("jobs").where("kind", "=", kind);
  const done = await jobs()
    .select(({ fn }) => fn.max<string | null>("created_at").as("at"))
    .where("status", "=", "done")
    .executeTakeFirst();
  return jobs()
    .select(["created_at", "last_error"])
    .where("status", "<>", "done")
    .where("created_at", ">", done?.at ?? "")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
}
