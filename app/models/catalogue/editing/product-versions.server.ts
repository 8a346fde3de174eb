import { db } from "#app/db/db.server.ts";
import { monthsBefore } from "#app/models/platform/retention.ts";

import {
  changedFields,
  changesBetween,
  type ProductChanges,
  type ProductField,
  type ProductFields,
} from "./product-fields.ts";

type Published = Readonly<{
  before: ProductFields;
  after: ProductFields;
  by: string;
  now: Date;
  /** False: there is nothing to go back to. */
  wasPublished: boolean;
}>;

/** Also what was there before, if no version has it; call it in the transaction of the change, before the change. */
export async function noteVersions(
  productId: number,
  { before, after, by, now, wasPublished }: Published,
): Promise<void> {
  const [last] = await listVersions(productId, 1);
  const isStored = last && changedFields(changesBetween(last.fields, before)).length === 0;
  if (!isStored && wasPublished)
    await store(productId, { fields: before, by: "", at: (await changedAt(productId)) ?? now.toISOString() });
  await store(productId, { fields: after, by, at: now.toISOString() });
}

async function store(
  productId: number,
  { fields, by, at }: Readonly<{ fields: ProductFields; by: string; at: string }>,
): Promise<void> {
  await db()
    .insertInto("product_versions")
    .values({
      ...{ product_id: productId, fields: JSON.stringify(fields) },
      ...{ staff_name: by, published_at: at },
    })
    .execute();
}

async function changedAt(productId: number): Promise<string | null> {
  const row = await db()
    .selectFrom("products")
    .select(["changed_at", "created_at"])
    .where("id", "=", productId)
    .executeTakeFirst();
  return row?.changed_at ?? row?.created_at ?? null;
}

export type ProductVersion = Readonly<{
  id: number;
  /** Without those that nobody edited when it was published. */
  fields: ProductChanges;
  by: string;
  /** ISO 8601, UTC. */
  at: string;
}>;

export async function listVersions(productId: number, limit: number): Promise<ReadonlyArray<ProductVersion>> {
  const rows = await db()
    .selectFrom("product_versions")
    .selectAll()
    .where("product_id", "=", productId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, by: row.staff_name, at: row.published_at },
    fields: JSON.parse(row.fields) as ProductChanges,
  }));
}

export function changesOfVersions(
  versions: ReadonlyArray<ProductVersion>,
): ReadonlyArray<ProductVersion & Readonly<{ changed: ReadonlyArray<ProductField> }>> {
  return versions.map((version, index) => {
    const older = versions[index + 1];
    return {
      ...version,
      changed: older ? changedFields(changesBetween(older.fields, version.fields)) : [],
    };
  });
}

export async function findProductVersion(productId: number, id: number): Promise<ProductChanges | null> {
  const row = await db()
    .selectFrom("product_versions")
    .select("fields")
    .where("id", "=", id)
    .where("product_id", "=", productId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.fields) as ProductChanges) : null;
}

/** As long as the log of the desk has what was published. */
const VERSION_MONTHS = 24;

/** Deletes versions that a newer one replaced so long ago. Safe to repeat. */
export async function cleanUpVersions(now: Date): Promise<void> {
  await db()
    .deleteFrom("product_versions")
    .where("id", "in", (query) =>
      query
        .selectFrom("product_versions as old")
        .innerJoin("product_versions as newer", (join) =>
          join.onRef("newer.product_id", "=", "old.product_id").onRef("newer.id", ">", "old.id"),
        )
        .select("old.id")
        .where("newer.published_at", "<=", monthsBefore(now, VERSION_MONTHS)),
    )
    .execute();
}
