import { db } from "#app/db/db.server.ts";

import type { Catalogue } from "./read-catalogue.server.ts";
import { issueOfRow, type ValidationIssue } from "./validation-issue.ts";

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
    const issue = issueOfRow("products.json", index, row.slug);
    return Object.entries(taken).flatMap(([field, isTaken]) =>
      isTaken ? [issue(field, "belongs to a product that was made at the desk")] : [],
    );
  });
}
