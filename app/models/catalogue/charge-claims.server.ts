import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { TEXT_COLUMNS } from "./editing/declared-fields.ts";
import { type ProductTexts, shownTexts } from "./charge-claims.ts";

type ShownProduct = Readonly<{ sku: string; name: string; texts: ProductTexts }>;

const texts = z.array(z.string()).default([]);
const text = z.string().default("");
const detailsSchema = z.object({
  ...{ highlights: texts, materials: texts, finish: text, care: text, assembly: text, made_in: text },
  personalisation: z.object({ name: z.string(), note: z.string() }).nullable().default(null),
  set: z.array(z.object({ reason: z.string() })).default([]),
});
const BATCH = 500;

/** Of each product that somebody can see. */
export async function* shownProductTexts(): AsyncGenerator<ShownProduct> {
  for (let after = -1; ;) {
    const rows = await rowsAfter(after);
    if (rows.length === 0) return;
    const values = await metafieldsOf(rows.map(({ id }) => id));
    const byProduct = grouped(values, ({ product_id }) => product_id);
    for (const { id, details, ...row } of rows) {
      after = id;
      const metafields = byProduct.get(id) ?? [];
      const shown = shownTexts({ ...row, ...detailsSchema.parse(JSON.parse(details)), metafields });
      yield { sku: row.sku, name: row.name, texts: shown };
    }
  }
}

function rowsAfter(id: number) {
  return db()
    .selectFrom("products")
    .select(["id", "sku", "preorder_message", "details", ...TEXT_COLUMNS])
    .where((row) => row.or([row("is_visible", "=", 1), row("is_unlisted", "=", 1)]))
    .where("id", ">", id)
    .orderBy("id")
    .limit(BATCH)
    .execute();
}

function metafieldsOf(ids: ReadonlyArray<number>) {
  return db()
    .selectFrom("product_metafields")
    .select(["product_id", "value"])
    .where("product_id", "in", ids)
    .execute();
}
