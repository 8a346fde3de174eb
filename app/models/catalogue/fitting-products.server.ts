import { db } from "#app/db/db.server.ts";

import { fitInto, type Space } from "./dimensions-check.ts";
import { fitsBoot } from "./fit-answer.ts";
import { canBeBought } from "./inventory/stock.ts";
import { boxesOf, type ProductAttributes, sizesOf } from "./product-attributes.ts";
import { listProductCards } from "./product-summaries.server.ts";
import type { ProductSummary } from "./product.ts";

export type Fitting = Readonly<{ card: ProductSummary; spare: number }>;

const FITTING_MAX = 2;
const CARDS_AT_FIRST = 2 * FITTING_MAX;

/** Those with most to spare that can be bought; `spare` in millimetres. */
export async function listFitting(
  boot: Space,
  productId: number,
  now: Date,
): Promise<ReadonlyArray<Fitting>> {
  const spares = await findSpares(boot, productId);
  const found: Array<Fitting> = [];
  // Twice as many each time, because where most are sold out one after the other would take many queries.
  for (let from = 0, count = CARDS_AT_FIRST; from < spares.length; from += count, count *= 2) {
    const some = new Map(spares.slice(from, from + count));
    for (const card of await listProductCards([...some.keys()], now))
      if (canBeBought(card.stock)) found.push({ card, spare: some.get(card.id) ?? 0 });
    if (found.length >= FITTING_MAX) break;
  }
  return found.slice(0, FITTING_MAX);
}

/** By product, what its card says to somebody with this boot: of those that fold and fit. */
export async function listBootFits(
  ids: ReadonlyArray<number>,
  boot: Space,
): Promise<ReadonlyMap<number, string>> {
  const rows = await readFolding().select("details").where("id", "in", ids).execute();
  return new Map(
    rows.flatMap(({ details, ...row }) => {
      const boxes = boxesOf(JSON.parse(details) as ProductAttributes);
      const fit = fitsBoot({ ...sizesOf(row), boxes }, boot);
      return fit ? [[row.id, fit.title] as const] : [];
    }),
  );
}

function readFolding() {
  return db()
    .selectFrom("products")
    .select(["id", "weight_g", "width_mm", "depth_mm", "height_mm", "max_load_g"])
    .select(["folded_width_mm", "folded_depth_mm", "folded_height_mm"])
    .where("folded_width_mm", "is not", null);
}

/** By product, most first. */
async function findSpares(
  boot: Space,
  productId: number,
): Promise<ReadonlyArray<readonly [id: number, spare: number]>> {
  const rows = await readFolding()
    .where("is_visible", "=", 1)
    .where("id", "<>", productId)
    .orderBy("id")
    .execute();
  return rows
    .flatMap((row) => {
      const { foldedSize } = sizesOf(row);
      const fit = foldedSize && fitInto(foldedSize, boot);
      return fit?.fits ? [[row.id, fit.spare] as const] : [];
    })
    .sort(([, one], [, other]) => other - one);
}
