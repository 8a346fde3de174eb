import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import type { Catalogue } from "./read-catalogue.server.ts";
import type { SettingConflicts } from "./edited-settings.server.ts";
import type { TablePlan } from "./sync-table.server.ts";
import { rowText, type ValidationIssue } from "./validation-issue.ts";

export async function madeProductIds(): Promise<ReadonlySet<number>> {
  const rows = await db().selectFrom("products").select("id").where("created_by", "=", "desk").execute();
  return new Set(rows.map(({ id }) => id));
}

export async function takenByMadeProducts({
  products,
}: Pick<Catalogue, "products">): Promise<ReadonlyArray<ValidationIssue>> {
  const made = await db()
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .select(["products.id", "products.slug", "products.sku"])
    .select(["variants.id as variant_id", "variants.sku as variant_sku"])
    .where("products.created_by", "=", "desk")
    .execute();
  const has = (column: keyof (typeof made)[number], value: string | number) =>
    made.some((row) => row[column] === value);
  return products.flatMap(({ index, row }) => {
    const taken = {
      id: has("id", row.id),
      slug: has("slug", row.slug),
      sku: has("sku", row.sku),
      "variants.id": row.variants.some(({ id }) => has("variant_id", id)),
      "variants.sku": row.variants.some(({ sku }) => has("variant_sku", sku)),
    };
    return Object.entries(taken).flatMap(([field, isTaken]) =>
      isTaken
        ? [
            {
              file: "products.json",
              row: rowText(index, row.slug),
              field,
              message: "belongs to a product that was made at the desk",
            },
          ]
        : [],
    );
  });
}

const ADDRESSES = { brands: "slug", categories: "path" } as const;

type Leaving = Readonly<{ skipped: SettingConflicts; overwritesEdits: boolean }>;

/** Rows of `plan`, in the order of the file, whose id or address belongs to what was made or changed at the desk. */
export async function takenByMadeRows(
  { table, rows }: TablePlan,
  { skipped, overwritesEdits }: Leaving,
): Promise<ReadonlyArray<ValidationIssue>> {
  if (table !== "brands" && table !== "categories") return [];
  const address = ADDRESSES[table];
  const one = table === "brands" ? "a brand" : "a category";
  const { rows: stored } = await sql<Readonly<{ id: number; address: string; created_by: string }>>`
    select id, ${sql.ref(address)} as address, created_by from ${sql.table(table)}
    where created_by = 'desk' or (edited_at is not null and ${overwritesEdits ? 0 : 1} = 1)`.execute(db());
  return rows.flatMap((row, index) => {
    const name = row[address] ?? "";
    const taken = {
      id: stored.some((other) => other.id === row["id"] && other.created_by === "desk"),
      [address]:
        !skipped.get(table)?.has(row["id"] ?? null) &&
        stored.some((other) => other.address === name && other.id !== row["id"]),
    };
    return Object.entries(taken).flatMap(([field, isTaken]) =>
      isTaken
        ? [
            {
              ...{ file: `${table}.json`, row: rowText(index, name), field },
              message: `belongs to ${one} that was made or changed at the desk`,
            },
          ]
        : [],
    );
  });
}
