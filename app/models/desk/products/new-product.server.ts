import { transact } from "#app/db/db.server.ts";
import {
  createProduct,
  type MadeProduct,
  type NewProductRefusal,
} from "#app/models/catalogue/editing/create-product.server.ts";
import type { NewProduct } from "#app/models/catalogue/editing/new-product.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

/** Nobody on the shop sees it yet. */
export async function createProductAtDesk(
  product: NewProduct,
  actor: DeskPerson,
): Promise<Result<MadeProduct, NewProductRefusal | "desk-not-allowed">> {
  if (!can(actor.staff.role, "edit-products")) return refused("desk-not-allowed");
  return transact<Result<MadeProduct, NewProductRefusal>>(async () => {
    const made = await createProduct(product, { now: actor.now, by: actor.staff.name });
    if (!made.ok) return made;
    await writeDeskLog(actor, {
      action: "product-made",
      subject: { kind: "product", id: String(made.value.id) },
      changes: { name: ["", product.name], "article number": ["", made.value.sku] },
    });
    return made;
  });
}
