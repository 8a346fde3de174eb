import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import { inTurns } from "#app/event-loop-fairness.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { money, moneyOrNull } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { DECLARED_FIELDS, DECLARED_NAMES } from "./editing/declared-fields.ts";
import { fieldsOf, saleOfRow } from "./editing/change-product.server.ts";
import { type ProductFields, saleOf } from "./editing/product-fields.ts";
import { ownPricesText } from "./editing/variant-facts.ts";
import { variantFactsOf } from "./editing/variant-facts.server.ts";

const BASIS_POINTS_IN_A_PER_CENT = 100;

export async function countVariants(): Promise<number> {
  const { count } = await db()
    .selectFrom("variants")
    .modifyFront(WALK)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export type ExportedVariant = Awaited<ReturnType<typeof withProducts>>[number];

export async function productColumns(): Promise<ReadonlyArray<string>> {
  const { taxHeading } = await findTerms();
  return [
    ...["sku", "gtin", "name", "variant", "brand", "category"],
    ...[
      "price",
      "sale price",
      "sale from",
      "sale until",
      "own price",
      "own sale price",
      "currency",
      taxHeading,
    ],
    ...["on the shelf", "held by orders", "availability", "visible", "variant visible"],
    ...["product id", "slug"],
    ...DECLARED_NAMES.filter((name) => name !== "name").map((name) => DECLARED_FIELDS[name].heading),
  ];
}

export async function* exportProducts(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  const terms = await findTerms();
  for (let last = ""; ;) {
    const rows = await variantRows().where("variants.sku", ">", last).limit(EXPORT_BATCH).execute();
    if (rows.length === 0) return;
    yield (await withProducts(rows, terms)).map(({ row }) => row);
    last = rows.at(-1)?.sku ?? last;
  }
}

export async function findExportedVariants(
  skus: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, ExportedVariant>> {
  const terms = await findTerms();
  const found = new Map<string, ExportedVariant>();
  for await (const batch of inTurns(skus, EXPORT_BATCH)) {
    const rows = await variantRows().where("variants.sku", "in", batch).execute();
    for (const variant of await withProducts(rows, terms)) found.set(variant.sku, variant);
  }
  return found;
}

type Terms = Readonly<{ currency: Currency; taxHeading: string }>;

async function findTerms(): Promise<Terms> {
  const { currencies, currency, tax } = await findStore();
  return { currency: currencies[0] ?? currency, taxHeading: `${tax.name ?? "tax"} per cent` };
}

function variantRows() {
  return db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["variants.id", "variants.sku", "variants.product_id", "gtin", "label", "on_hand", "reserved"])
    .select(["variants.price_minor as own_price", "variants.sale_price_minor as own_sale_price"])
    .select("variants.is_visible as is_variant_visible")
    .select(["brands.name as brand", "categories.path as category"])
    .orderBy("variants.sku");
}

type Row = Awaited<ReturnType<ReturnType<typeof variantRows>["execute"]>>[number];

/** A file of products states neither images nor barcodes, and so changes none of them. */
const NOT_IN_FILES = { images: [] };

async function withProducts(rows: ReadonlyArray<Row>, terms: Terms) {
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  if (ids.length === 0) return [];
  const [products, sales, variants] = await Promise.all([
    db().selectFrom("products").selectAll().where("id", "in", ids).execute(),
    db().selectFrom("product_sales").selectAll().where("product_id", "in", ids).execute(),
    variantFactsOf(ids),
  ]);
  const planned = new Map(sales.map((sale) => [sale.product_id, saleOfRow(sale)]));
  const byId = new Map(products.map((product) => [product.id, product]));
  return rows.flatMap((row) => {
    const product = byId.get(row.product_id);
    if (!product) return [];
    const own = variants.filter(({ product_id }) => product_id === product.id);
    const fields = fieldsOf(product, {
      ...{ planned: planned.get(product.id) ?? null, ...NOT_IN_FILES },
      variants: { ownPrices: ownPricesText(own), barcodes: "" },
    });
    return [
      {
        ...{ id: row.id, sku: row.sku, productId: product.id, fields },
        row: rowOf(row, { product, fields, terms }),
        hasOwnPrice: row.own_price !== null,
        hasOwnSale: row.own_sale_price !== null,
        wasPublished: product.was_published === 1,
      },
    ];
  });
}

type Beside = Readonly<{
  product: Selectable<Database["products"]>;
  fields: ProductFields;
  terms: Terms;
}>;

function rowOf(row: Row, { product, fields, terms: { currency, taxHeading } }: Beside): ExportRow {
  return {
    sku: row.sku,
    gtin: row.gtin,
    ...Object.fromEntries(DECLARED_NAMES.map((name) => [DECLARED_FIELDS[name].heading, fields[name]])),
    variant: row.label ?? "",
    brand: row.brand,
    category: row.category,
    price: amountText(money(row.own_price ?? product.price_minor, currency)),
    ...saleCells(row, fields, currency),
    "own price": amountText(moneyOrNull(row.own_price, currency)),
    "own sale price": amountText(moneyOrNull(row.own_sale_price, currency)),
    currency,
    [taxHeading]: product.tax_rate_basis_points / BASIS_POINTS_IN_A_PER_CENT,
    "on the shelf": row.on_hand,
    "held by orders": row.reserved,
    availability: product.availability,
    visible: VISIBLE_WORDS[fields.visibility] ?? fields.visibility,
    "variant visible": row.is_variant_visible === 1 ? "yes" : "no",
    "product id": product.id,
    slug: product.slug,
  };
}

export const VISIBLE_WORDS: Readonly<Record<string, string>> = {
  everybody: "yes",
  address: "only with its address",
  nobody: "no",
};

function saleCells({ own_sale_price: own }: Row, fields: ProductFields, currency: Currency) {
  const sale = own === null ? saleOf(fields.sale) : { minor: own, first: null, last: null };
  return {
    "sale price": amountText(sale && money(sale.minor, currency)),
    "sale from": sale?.first ?? "",
    "sale until": sale?.last ?? "",
  };
}
