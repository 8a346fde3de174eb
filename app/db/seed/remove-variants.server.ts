/** Takes variants out that their product's row no longer lists, with what hangs on them. */
import { db } from "#app/db/db.server.ts";

import type { Problem } from "./problem.ts";
import type { ProductRow } from "./product-schema.ts";

type Removed = Readonly<{ written: number; problems: ReadonlyArray<Problem> }>;

/** Removes them, unless an open order holds one: then that is a problem. */
export async function removeVariants(products: ReadonlyArray<ProductRow>): Promise<Removed> {
  const ids = new Set(products.map(({ id }) => id));
  const given = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)));
  const stored = await db().selectFrom("variants").select(["id", "product_id", "sku", "reserved"]).execute();
  const gone = stored.filter((variant) => ids.has(variant.product_id) && !given.has(variant.id));
  const held = gone.filter(({ reserved }) => reserved > 0);
  if (held.length > 0) return { written: 0, problems: held.map(({ id, sku }) => heldProblem(id, sku)) };
  for (const { id } of gone) {
    await db().deleteFrom("cart_lines").where("variant_id", "=", id).execute();
    await db().deleteFrom("stock_history").where("variant_id", "=", id).execute();
    await db().deleteFrom("variants").where("id", "=", id).execute();
  }
  return { written: gone.length, problems: [] };
}

function heldProblem(id: number, sku: string): Problem {
  return {
    file: "products.json",
    row: "",
    field: "variants",
    message: `variant ${id} (${sku}) is no longer listed, but an order that awaits payment holds some of it`,
  };
}
