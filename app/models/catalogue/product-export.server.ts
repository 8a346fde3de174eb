import { db } from "#app/db/db.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { money, moneyOrNull } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";

const BASIS_POINTS_IN_A_PER_CENT = 100;

export async function countVariants(): Promise<number> {
  const { count } = await db()
    .selectFrom("variants")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** All variants, hidden ones too, in batches by id. */
export async function* exportProducts(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  const { currency, tax } = await findStore();
  for (let last = 0; ;) {
    const variants = await variantsAfter(last);
    if (variants.length === 0) return;
    yield variants.map((row) => rowOf(row, { currency, taxHeading: `${tax.name ?? "tax"} per cent` }));
    last = variants.at(-1)?.id ?? last;
  }
}

type Row = Awaited<ReturnType<typeof variantsAfter>>[number];

function variantsAfter(id: number) {
  return db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["variants.id", "variants.sku", "gtin", "label", "on_hand", "reserved"])
    .select(["variants.price_minor as own_price", "variants.sale_price_minor as own_sale_price"])
    .select(["products.id as product_id", "products.name", "products.slug", "brands.name as brand"])
    .select(["categories.path as category", "products.price_minor", "products.sale_price_minor"])
    .select(["tax_rate_basis_points", "availability", "products.is_visible", "weight_g"])
    .where("variants.id", ">", id)
    .orderBy("variants.id")
    .limit(EXPORT_BATCH)
    .execute();
}

/** `taxHeading`: "VAT per cent" in the words of the shop's country. */
type Terms = Readonly<{ currency: Currency; taxHeading: string }>;

function rowOf(row: Row, { currency, taxHeading }: Terms): ExportRow {
  return {
    "product id": row.product_id,
    sku: row.sku,
    gtin: row.gtin,
    name: row.name,
    variant: row.label ?? "",
    brand: row.brand,
    category: row.category,
    price: amountText(money(row.own_price ?? row.price_minor, currency)),
    "sale price": amountText(moneyOrNull(row.own_sale_price ?? row.sale_price_minor, currency)),
    [taxHeading]: row.tax_rate_basis_points / BASIS_POINTS_IN_A_PER_CENT,
    "on the shelf": row.on_hand,
    "held by orders": row.reserved,
    availability: row.availability,
    visible: row.is_visible === 1 ? "yes" : "no",
    "weight in grams": row.weight_g ?? "",
    slug: row.slug,
  };
}
