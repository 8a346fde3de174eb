import { sql } from "kysely";
import { z } from "zod";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import type { variantQuery } from "#app/models/catalogue/product.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";

const LINE_COLUMNS = ["id", "variant_id", "quantity", "added_at", "gift_paper", "gift_message"] as const;

export const lineRows = compiledQuery((database, { cartId }: Readonly<{ cartId: CartId }>) =>
  database
    .selectFrom("cart_lines")
    .select(LINE_COLUMNS)
    .where("cart_id", "=", cartId)
    .orderBy("added_at")
    .orderBy("id"),
);

export type LineRow = Awaited<ReturnType<typeof lineRows>>[number];

type PutLine = Readonly<{ id: CartLineId; cartId: CartId; variantId: number; quantity: number; at: string }>;

const putRows = compiledQuery((database, { id, cartId, variantId, quantity, at }: PutLine) =>
  database
    .insertInto("cart_lines")
    .values({ id, cart_id: cartId, variant_id: variantId, quantity, added_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["cart_id", "variant_id"])
        .doUpdateSet({ quantity: sql<number>`cart_lines.quantity + excluded.quantity` }),
    )
    .returning(LINE_COLUMNS),
);

export async function putLine(line: PutLine): Promise<LineRow> {
  const [row] = await putRows(line);
  if (!row) throw new Error(`Nothing was put into the cart ${line.cartId}`);
  return row;
}

type Criteria = Readonly<{ variantIds: ReadonlyArray<number>; cartId: CartId | null }>;

/** The rows of these variants. Units that an unpaid order of `cartId` holds count as available to that cart. */
export const variantRows = compiledQuery((database, { variantIds, cartId }: Criteria) =>
  database
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .leftJoin("product_images", (join) =>
      join
        .onRef("product_images.product_id", "=", "products.id")
        .onRef("product_images.file", "=", "variants.image"),
    )
    .select([
      "variants.id",
      "variants.product_id",
      "variants.sku",
      "variants.label",
      "variants.options",
      "variants.image",
      "variants.price_minor as variant_price",
      "variants.sale_price_minor as variant_sale_price",
      sql<number>`variants.on_hand - variants.reserved + ${ownReserved(cartId)}`.as("available"),
      "products.name",
      "products.slug",
      "products.price_minor",
      "products.sale_price_minor",
      "products.tax_rate_basis_points",
      "products.suitable_from_months",
      "products.age_min_months",
      "products.availability",
      "products.is_visible",
      "products.is_free_shipping",
      "products.is_toy",
      "products.delivery_class",
      "products.preorder_release_at",
      "products.order_quantity_minimum",
      "products.order_quantity_maximum",
      "products.details",
      "categories.path as category_path",
      "product_images.alt",
      "product_images.width",
      "product_images.height",
      "product_images.sink_percent",
    ])
    .where("variants.id", "in", variantIds),
);

/** Units that the cart's own unpaid orders hold, because a new attempt replaces them. */
function ownReserved(cartId: CartId | null) {
  return sql<number>`COALESCE((
    SELECT SUM(reservations.quantity) FROM reservations JOIN orders ON orders.id = reservations.order_id
    WHERE reservations.variant_id = variants.id AND orders.cart_id = ${cartId} AND orders.status = 'awaiting-payment'
  ), 0)`;
}

export type VariantRow = Awaited<ReturnType<typeof variantRows>>[number];

/** The options and all variants of a product, by which its address names one variant. */
export type Family = Parameters<typeof variantQuery>[0];

export async function findFamilies(productIds: ReadonlyArray<number>): Promise<ReadonlyMap<number, Family>> {
  const [options, variants] = await Promise.all([optionRows({ productIds }), sisterRows({ productIds })]);
  return new Map(
    productIds.map((id) => [
      id,
      {
        options: options.filter((option) => option.product_id === id),
        variants: variants
          .filter((one) => one.product_id === id)
          .map((one) => ({ options: readOptions(one.options) })),
      },
    ]),
  );
}

type Products = Readonly<{ productIds: ReadonlyArray<number> }>;

const optionRows = compiledQuery((database, { productIds }: Products) =>
  database
    .selectFrom("product_options")
    .select(["product_id", "name", "type"])
    .where("product_id", "in", productIds)
    .orderBy("position"),
);

const sisterRows = compiledQuery((database, { productIds }: Products) =>
  database.selectFrom("variants").select(["product_id", "options"]).where("product_id", "in", productIds),
);

const optionsSchema = z.record(z.string());

export const readOptions = (text: string) => optionsSchema.parse(JSON.parse(text));
