import { db } from "#app/db/db.server.ts";
import { readOptions } from "#app/models/cart/line.server.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";

export type Sibling = Awaited<ReturnType<typeof findSiblings>>[number];

/** Variants that shoppers see, and `own`, in the shop's order. */
export async function findSiblings(productIds: ReadonlyArray<number>, own: number | null = null) {
  if (productIds.length === 0) return [];
  const [colours, variants] = await Promise.all([
    db()
      .selectFrom("product_options")
      .select(["product_id", "name"])
      .where("product_id", "in", productIds)
      .where("type", "=", "swatch")
      .execute(),
    db()
      .selectFrom("variants")
      .select(["id", "product_id", "label", "options"])
      .where("product_id", "in", productIds)
      .where((eb) => eb.or([eb("is_visible", "=", 1), eb("id", "=", own)]))
      .orderBy("position")
      .orderBy("id")
      .execute(),
  ]);
  return variants.map((row) => {
    const colour = colours.find(({ product_id: productId }) => productId === row.product_id)?.name;
    const others = Object.entries(readOptions(row.options)).filter(([name]) => name !== colour);
    return {
      productId: row.product_id,
      variantId: row.id,
      label: row.label,
      /** Equal for variants that differ only in their colour. */
      apartFromColour: JSON.stringify(others.sort(([one], [other]) => one.localeCompare(other))),
    };
  });
}

export type GivenColours = ReadonlyMap<string, Readonly<{ variantId: number; label: string | null }>>;

export async function findGivenColours(listId: GiftListId): Promise<GivenColours> {
  const rows = await db()
    .selectFrom("gift_list_claims as claim")
    .innerJoin("gift_list_gifts as gift", "gift.id", "claim.gift_id")
    .innerJoin("gift_list_cart_gifts as given", (join) =>
      join
        .onRef("given.cart_id", "=", "claim.cart_id")
        .onRef("given.gift_id", "=", "claim.gift_id")
        .onRef("given.variant_id", "<>", "gift.variant_id"),
    )
    .innerJoin("order_lines as line", (join) =>
      join.onRef("line.order_id", "=", "claim.order_id").onRef("line.variant_id", "=", "given.variant_id"),
    )
    .innerJoin("variants as variant", "variant.id", "given.variant_id")
    .select(["claim.id", "given.variant_id", "variant.label"])
    .where("claim.list_id", "=", listId)
    .execute();
  return new Map(rows.map((row) => [row.id, { variantId: row.variant_id, label: row.label }]));
}
