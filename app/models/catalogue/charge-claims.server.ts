import { z } from "zod";

import { db } from "#app/db/db.server.ts";

import { TEXT_COLUMNS } from "./editing/declared-fields.ts";
import { chargeClaim } from "./charge-claims.ts";

export type FoundClaim = Readonly<{ sku: string; name: string; field: string; sentence: string }>;

const detailsSchema = z.object({ highlights: z.array(z.string()) });
const BATCH = 500;

/** The first sentence of each product that somebody can see. */
export async function findChargeClaims(): Promise<ReadonlyArray<FoundClaim>> {
  const found: Array<FoundClaim> = [];
  for (let after = -1; ;) {
    const rows = await rowsAfter(after);
    if (rows.length === 0) return found;
    for (const { id, sku, details, ...texts } of rows) {
      after = id;
      const { highlights } = detailsSchema.parse(JSON.parse(details));
      const claim = chargeClaim({ ...texts, highlights });
      if (claim) found.push({ sku, name: texts.name, ...claim });
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
