import { db } from "#app/db/db.server.ts";

import { fitInto, type Space } from "./dimensions-check.ts";
import { canBeBought } from "./inventory/stock.ts";
import { sizesOf } from "./product-attributes.ts";
import { listProductCards } from "./product-summaries.server.ts";
import type { ProductSummary } from "./product.ts";

export type Fitting = Readonly<{ card: ProductSummary; spare: number }>;

const FITTING_MAX = 2;

export async function listFitting(
  boot: Space,
  productId: number,
  now: Date,
): Promise<ReadonlyArray<Fitting>> {
  const rows = await db()
    .selectFrom("products")
    .select(["id", "weight_g", "width_mm", "depth_mm", "height_mm", "max_load_g"])
    .select(["folded_width_mm", "folded_depth_mm", "folded_height_mm"])
    .where("folded_width_mm", "is not", null)
    .where("id", "<>", productId)
    .orderBy("id")
    .execute();
  const spares = new Map(
    rows.flatMap((row) => {
      const { foldedSize } = sizesOf(row);
      const fit = foldedSize && fitInto(foldedSize, boot);
      return fit?.fits ? [[row.id, fit.spare] as const] : [];
    }),
  );
  const cards = await listProductCards([...spares.keys()], now);
  return cards
    .filter(({ stock }) => canBeBought(stock))
    .map((card) => ({ card, spare: spares.get(card.id) ?? 0 }))
    .sort((a, b) => b.spare - a.spare)
    .slice(0, FITTING_MAX);
}
