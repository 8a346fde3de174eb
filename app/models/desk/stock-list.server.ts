import { type ExpressionBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { withoutInvisible } from "#app/models/shared/text.ts";

import type { StockViewKey } from "./stock-views.ts";

/** Two fields for each variant: a form has at most 200. */
export const STOCK_PAGE_ROWS = 50;

export type DeskVariant = Readonly<{
  id: number;
  sku: string;
  product: string;
  label: string | null;
  image: string;
  /** False: hidden from shoppers by hand. */
  isVisible: boolean;
  onHand: number;
  reserved: number;
  /** People who want to hear when it is back. */
  waiting: number;
}>;

type StockList = Readonly<{
  view: StockViewKey;
  /** A variant is low at this many available units or fewer. */
  lowStockThreshold: number;
}>;

type Eb = ExpressionBuilder<Database, "variants" | "products">;

export async function listDeskStock(
  list: StockList,
  after: string | null,
): Promise<Readonly<{ variants: ReadonlyArray<DeskVariant>; next: string | null }>> {
  const rows = await rowsAfter(list, after)
    .limit(STOCK_PAGE_ROWS + 1)
    .execute();
  const shown = rows.slice(0, STOCK_PAGE_ROWS);
  const next = rows.length > STOCK_PAGE_ROWS ? (shown.at(-1)?.sku ?? null) : null;
  return { variants: await withWaiting(shown), next };
}

export type CountRow = Readonly<{
  sku: string;
  gtin: string | null;
  product: string;
  label: string | null;
  isHidden: boolean;
}>;

export async function listCountRows(
  list: StockList,
  { after, limit }: Readonly<{ after: string | null; limit: number }>,
): Promise<Readonly<{ rows: ReadonlyArray<CountRow>; next: string | null }>> {
  const found = await rowsAfter(list, after)
    .select(["variants.gtin", "products.is_visible as is_product_visible", "products.is_unlisted"])
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit).map((row) => ({
    ...{ sku: row.sku, gtin: row.gtin, product: row.product, label: row.label },
    isHidden: !row.is_visible || !(row.is_product_visible || row.is_unlisted),
  }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.sku ?? null) : null };
}

/** The variant with this barcode or article number; otherwise those whose article number or name contains the text. */
export async function searchDeskStock(text: string): Promise<ReadonlyArray<DeskVariant>> {
  const typed = withoutInvisible(text).trim().toLowerCase();
  const exact = await exactVariants(typed);
  if (exact.length > 0) return withWaiting(exact);
  const like = `%${typed.replace(/[!%_]/g, (character) => `!${character}`)}%`;
  const rows = await variantRows()
    .modifyFront(WALK)
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(variants.sku) like ${like} escape '!'`,
        sql<boolean>`lower(products.name || ' ' || coalesce(variants.label, '')) like ${like} escape '!'`,
      ]),
    )
    .orderBy("variants.sku")
    .limit(STOCK_PAGE_ROWS)
    .execute();
  return withWaiting(rows);
}

/** Answers with the article number; null unless exactly one variant matches. */
export async function findExactVariant(text: string): Promise<string | null> {
  const [first, ...others] = await exactVariants(withoutInvisible(text).trim().toLowerCase());
  return first && others.length === 0 ? first.sku : null;
}

function exactVariants(typed: string) {
  // Scanners leave out or add the zeros in front of a barcode.
  const digits = /^\d{6,}$/.test(typed) ? typed.replace(/^0+/, "") : null;
  return variantRows()
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(variants.sku) = ${typed}`,
        ...(digits === null ? [] : [sql<boolean>`ltrim(variants.gtin, '0') = ${digits}`]),
      ]),
    )
    .orderBy("variants.sku")
    .limit(STOCK_PAGE_ROWS)
    .execute();
}

export async function findDeskVariants(ids: ReadonlyArray<number>): Promise<ReadonlyArray<DeskVariant>> {
  if (ids.length === 0) return [];
  return withWaiting(await variantRows().where("variants.id", "in", ids).orderBy("variants.sku").execute());
}

export async function countLowStock(
  lowStockThreshold: number,
): Promise<Readonly<{ count: number; soldOut: number }>> {
  const row = await countIn({ view: "low", lowStockThreshold })
    .select(
      sql<
        number | string
      >`coalesce(sum(CASE WHEN variants.on_hand <= variants.reserved THEN 1 ELSE 0 END), 0)`.as("sold_out"),
    )
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), soldOut: Number(row.sold_out) };
}

export async function countStockViews(
  lowStockThreshold: number,
): Promise<Readonly<Record<StockViewKey, number>>> {
  const count = async (view: StockViewKey) =>
    Number((await countIn({ view, lowStockThreshold }).executeTakeFirstOrThrow()).count);
  const [low, waiting, all] = await Promise.all([count("low"), count("waiting"), count("all")]);
  return { low, waiting, all };
}

function isInView(eb: Eb, { view, lowStockThreshold }: StockList) {
  switch (view) {
    case "low":
      return eb.and([
        eb("products.is_visible", "=", 1),
        eb("variants.is_visible", "=", 1),
        eb("products.availability", "<>", "discontinued"),
        sql<boolean>`variants.on_hand - variants.reserved <= ${lowStockThreshold}`,
      ]);
    case "waiting":
      return eb.exists(
        eb
          .selectFrom("stock_alerts")
          .select("stock_alerts.id")
          .whereRef("stock_alerts.variant_id", "=", "variants.id")
          .where("stock_alerts.status", "=", "confirmed"),
      );
    case "all":
      return eb.and([]);
  }
}

function variants() {
  return db().selectFrom("variants").innerJoin("products", "products.id", "variants.product_id");
}

function countIn(list: StockList) {
  return variants()
    .modifyFront(WALK)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where((eb) => isInView(eb, list));
}

function variantRows() {
  return variants()
    .select(["variants.id", "variants.sku", "products.name as product", "variants.label", "variants.image"])
    .select(["on_hand as onHand", "reserved", "variants.is_visible"]);
}

function rowsAfter(list: StockList, after: string | null) {
  return variantRows()
    .modifyFront(WALK)
    .where((eb) => isInView(eb, list))
    .$if(after !== null, (rest) => rest.where("variants.sku", ">", after ?? ""))
    .orderBy("variants.sku");
}

type VariantRow = Awaited<ReturnType<ReturnType<typeof variantRows>["execute"]>>[number];

async function withWaiting(rows: ReadonlyArray<VariantRow>): Promise<ReadonlyArray<DeskVariant>> {
  if (rows.length === 0) return [];
  const counts = await db()
    .selectFrom("stock_alerts")
    .select(["variant_id", ({ fn }) => fn.countAll<number | string>().as("count")])
    .where(
      "variant_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("status", "=", "confirmed")
    .groupBy("variant_id")
    .execute();
  const waiting = new Map(counts.map(({ variant_id, count }) => [variant_id, Number(count)]));
  return rows.map(({ is_visible, ...row }) => ({
    ...{ ...row, isVisible: is_visible === 1, waiting: waiting.get(row.id) ?? 0 },
  }));
}
