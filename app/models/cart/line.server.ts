import { z } from "zod";
import { sql } from "kysely";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { ageText, usableFrom } from "#app/models/catalogue/age.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import {
  chosenText,
  type Personalisation,
  personalisationRules,
  type PersonalisationRules,
  personalisedPrice,
} from "#app/models/catalogue/personalisation.ts";
import { stockState } from "#app/models/catalogue/inventory/stock.ts";
import { personalisationSchema, setSchema } from "#app/models/catalogue/product-attributes.ts";
import { productPath, variantQuery } from "#app/models/catalogue/product.ts";
import { hasPrice, soldPrice } from "#app/models/catalogue/row-prices.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { heldText, otherCheckouts } from "#app/models/store/other-checkouts.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import { type CartLine, lineProblem } from "./cart.ts";
import { type QuantityLimits, quantityMaximum } from "./quantity.ts";

export type Saleable = Readonly<{
  shown: Omit<CartLine, "id" | "quantity" | "gift">;
  productMaximum: number;
  personalisation: PersonalisationRules | null;
}>;

export async function findCartLines(cartId: CartId, terms: SaleTerms): Promise<ReadonlyArray<CartLine>> {
  const rows = await lineRows({ cartId });
  const saleables = await findSaleables(
    rows.map((row) => row.variant_id),
    { terms, cartId },
  );
  const lines = cartLines(rows, saleables);
  return Promise.all(lines.map((line, index) => withHeld(line, lines.slice(0, index), cartId)));
}

/** Only a line that cannot be ordered costs a query; the earlier lines of its variant come first. */
async function withHeld(line: CartLine, earlier: ReadonlyArray<CartLine>, cartId: CartId): Promise<CartLine> {
  if (lineProblem(line) !== "insufficient-stock") return line;
  const waiting = await otherCheckouts(cartId)
    .innerJoin("reservations", "reservations.order_id", "orders.id")
    .select("reservations.quantity")
    .where("reservations.variant_id", "=", line.variantId)
    .execute();
  const same = [...earlier.filter(({ variantId }) => variantId === line.variantId), line];
  let missing = same.reduce((sum, { quantity }) => sum + quantity, -(same[0]?.available ?? 0));
  const last = waiting.find(({ quantity }) => (missing -= quantity) <= 0);
  return last ? { ...line, held: heldText(last.expires_at, new Date(), await findStore()) } : line;
}

export function cartLines(
  rows: ReadonlyArray<LineRow>,
  saleables: ReadonlyMap<number, Saleable>,
): ReadonlyArray<CartLine> {
  return rows.flatMap((row, index) => {
    const saleable = saleables.get(row.variant_id);
    if (!saleable) return [];
    const { quantity, gift_paper: paper, gift_message: message } = row;
    const gift = paper === null && message === null ? null : { paper, message };
    const shown = {
      ...personalised(saleable, row.personalisation),
      ...limitsBeside(saleable, {
        earlier: unitsOf(rows.slice(0, index), row.variant_id),
        others: unitsOf(rows, row.variant_id) - quantity,
        quantity,
      }),
    };
    return [{ ...shown, id: row.id as CartLineId, quantity, gift }];
  });
}

export function unitsOf(rows: ReadonlyArray<LineRow>, variantId: number): number {
  return rows.reduce((sum, row) => sum + (row.variant_id === variantId ? row.quantity : 0), 0);
}

type Beside = Readonly<{ earlier: number; others: number; quantity: number }>;

/** Lines of one variant with other words share its stock and limits; the earlier ones come first. */
function limitsBeside({ shown }: Saleable, { earlier, others, quantity }: Beside) {
  if (others === 0) return {};
  const { available, quantityMinimum: minimum, quantityMaximum: maximum } = shown;
  return {
    available: Math.max(0, available - earlier),
    quantityMinimum: Math.max(1, minimum - others),
    quantityMaximum: Math.max(0, maximum - others, Math.min(quantity, maximum - earlier)),
  };
}

export function personalised({ shown, personalisation: rules }: Saleable, text: string): Saleable["shown"] {
  if (text === "") return shown;
  if (!rules) {
    const variantLabel = chosenText(shown.variantLabel, { name: "Words", text });
    return { ...shown, variantLabel, isForSale: false };
  }
  const { name, price, workingDays, isReturnable } = rules;
  const plainLabel = shown.variantLabel;
  const terms = { name, price, workingDays, isReturnable };
  const personalisation: Personalisation = { ...terms, text, plainLabel };
  return {
    ...shown,
    variantLabel: chosenText(shown.variantLabel, personalisation),
    price: personalisedPrice(shown.price, price),
    personalisation,
  };
}

export async function findSaleables(
  variantIds: ReadonlyArray<number>,
  { terms, cartId }: Readonly<{ terms: SaleTerms; cartId: CartId | null }>,
): Promise<ReadonlyMap<number, Saleable>> {
  if (variantIds.length === 0) return new Map();
  const rows = await variantRows({ variantIds, cartId });
  if (rows.length === 0) return new Map();
  const productIds = [...new Set(rows.map((row) => row.product_id))];
  const families = await findFamilies(productIds);
  return new Map(rows.map((row) => [row.id, saleable(row, { family: families.get(row.product_id), terms })]));
}

type Around = Readonly<{ family: Family | undefined; terms: SaleTerms }>;

const detailsSchema = z.object({
  warnings: z.array(z.object({ text: z.string() })).default([]),
  personalisation: personalisationSchema.nullable().default(null),
  set: setSchema,
});

function saleable(row: VariantRow, { family, terms }: Around): Saleable {
  const { available, availability } = row;
  const details = detailsSchema.parse(JSON.parse(row.details));
  const variant = { id: row.id, options: readOptions(row.options) };
  const query = family ? variantQuery(family, variant) : {};
  const maximum = row.order_quantity_maximum;
  const shown = {
    productId: row.product_id,
    variantId: row.id,
    sku: row.sku,
    name: row.name,
    variantLabel: row.label,
    path: withQuery(productPath(row.category_path, row.slug), query),
    image: imageOf(row),
    price: soldPrice(
      row,
      {
        ...row,
        price_minor: row.variant_price,
        sale_price_minor: row.variant_sale_price,
        prices: row.variant_prices,
      },
      terms,
    ),
    available: Math.max(0, available),
    stock: stockState({ availability, available, lowStockThreshold: terms.lowStockThreshold }),
    quantityMinimum: row.order_quantity_minimum,
    quantityMaximum: quantityMaximum({ available, maximum }),
    isForSale: isSeen(row) && availability !== "discontinued" && hasPrice(row, terms),
    preorderReleaseAt: availability === "preorder" ? row.preorder_release_at : null,
    deliveryClass: row.delivery_class as DeliveryClass,
    isFreeShipping: row.is_free_shipping === 1,
    isToy: row.is_toy === 1,
    taxRateBasisPoints: row.tax_rate_basis_points,
    ageText: ageText(
      usableFrom({ ageMinMonths: row.age_min_months, suitableFromMonths: row.suitable_from_months }),
    ),
    warnings: details.warnings.map(({ text }) => text),
    personalisation: null,
    ...(details.set.length > 0 ? { set: details.set } : {}),
  };
  const personalisation = personalisationRules(details.personalisation, terms);
  return { shown, productMaximum: maximum, personalisation };
}

function isSeen(row: Pick<VariantRow, "is_visible" | "is_unlisted" | "is_variant_visible">): boolean {
  return (row.is_visible === 1 || row.is_unlisted === 1) && row.is_variant_visible === 1;
}

function imageOf({ image, alt, width, height, sink_percent }: VariantRow) {
  return {
    file: image,
    alt: alt ?? "",
    width: width ?? 0,
    height: height ?? 0,
    sinkPercent: sink_percent ?? 0,
  };
}

function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

export function limitsOf({ shown, productMaximum: maximum }: Saleable): QuantityLimits {
  const { available, quantityMinimum: minimum } = shown;
  return { name: fullName(shown.name, shown.variantLabel), available, minimum, maximum };
}

const LINE_COLUMNS = [
  "id",
  "variant_id",
  "quantity",
  "added_at",
  "gift_paper",
  "gift_message",
  "personalisation",
] as const;

export const lineRows = compiledQuery((database, { cartId }: Readonly<{ cartId: CartId }>) =>
  database
    .selectFrom("cart_lines")
    .select(LINE_COLUMNS)
    .where("cart_id", "=", cartId)
    .orderBy("added_at")
    .orderBy("id"),
);

export type LineRow = Awaited<ReturnType<typeof lineRows>>[number];

type PutLine = Readonly<{
  id: CartLineId;
  cartId: CartId;
  variantId: number;
  quantity: number;
  personalisation: string;
  at: string;
}>;

const putRows = compiledQuery((database, { id, cartId, variantId, quantity, personalisation, at }: PutLine) =>
  database
    .insertInto("cart_lines")
    .values({ id, cart_id: cartId, variant_id: variantId, quantity, personalisation, added_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["cart_id", "variant_id", "personalisation"])
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

const variantRows = compiledQuery((database, { variantIds, cartId }: Criteria) =>
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
      "variants.prices as variant_prices",
      "variants.lowest_price_before_minor",
      "variants.lowest_prices_before",
      sql<number>`variants.on_hand - variants.reserved + ${ownReserved(cartId)}`.as("available"),
      "products.name",
      "products.slug",
      "products.price_minor",
      "products.sale_price_minor",
      "products.prices",
      "products.tax_rate_basis_points",
      "products.suitable_from_months",
      "products.age_min_months",
      "products.availability",
      "products.is_visible",
      "products.is_unlisted",
      "variants.is_visible as is_variant_visible",
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

type VariantRow = Awaited<ReturnType<typeof variantRows>>[number];

type Family = Parameters<typeof variantQuery>[0];

async function findFamilies(productIds: ReadonlyArray<number>): Promise<ReadonlyMap<number, Family>> {
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
  database
    .selectFrom("variants")
    .select(["product_id", "options"])
    .where("product_id", "in", productIds)
    .where("is_visible", "=", 1),
);

const optionsSchema = z.record(z.string());

export const readOptions = (text: string) => optionsSchema.parse(JSON.parse(text));
