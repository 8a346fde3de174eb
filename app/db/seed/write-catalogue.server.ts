import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { slices } from "#app/models/shared/slices.ts";
import {
  brandRows,
  categoryRows,
  compatibilityRows,
  couponRows,
  deliveryMethodRows,
  deliveryZoneRows,
  partRows,
  reviewRows,
  settingRows,
} from "./catalogue-rows.ts";
import { couponsInOtherMoney, takenCoupons } from "./coupon-problems.server.ts";
import { stockHistoryRows } from "./history-rows.ts";
import { membershipRows, relatedRows } from "./link-rows.ts";
import { type EditConflict, findEditConflicts, forgetEdits } from "./edited-products.server.ts";
import {
  findSettingConflicts,
  forgetEditedSettings,
  type SettingConflicts,
  withoutEdited,
} from "./edited-settings.server.ts";
import { lockCatalogue } from "./lock-catalogue.server.ts";
import { takenByMadeRows, withPathsOfParents } from "./made-places.server.ts";
import { madeProductIds, takenByMadeProducts } from "./made-products.server.ts";
import {
  followMadeVariants,
  isOfCatalogue,
  type MadeVariants,
  readMadeVariants,
  variantMisfits,
  withMadeOptions,
  withSeenPrices,
} from "./made-variants.server.ts";
import type { MeasuredImage } from "./measure-images.server.ts";
import type { ValidationIssue } from "./validation-issue.ts";
import {
  imageRows,
  metafieldRows,
  optionRows,
  optionValueRows,
  productRow,
  ratingRow,
  seedVariantRows,
} from "./product-rows.ts";
import type { ProductRow } from "./product-schema.ts";
import type { Catalogue, Priced } from "./read-catalogue.server.ts";
import { writePrices } from "./write-prices.server.ts";
import {
  type Cell,
  insert,
  retireRows,
  type SyncRow,
  type TablePlan,
  writeRows,
} from "./sync-table.server.ts";

type Writing = Readonly<{
  catalogue: Catalogue;
  measured: ReadonlyMap<string, MeasuredImage>;
  now: Date;
  overwritesEdits?: boolean;
}>;

type Written = Readonly<{
  rowsWritten: number;
  problems: ReadonlyArray<ValidationIssue>;
  conflicts: ReadonlyArray<EditConflict>;
  settings: ReadonlyArray<string>;
}>;

/** Problems are what only the database can know; with any, the caller must roll back. */
export async function writeCatalogue(writing: Writing): Promise<Written> {
  await lockCatalogue();
  const all = writing.catalogue.products.map(({ row }) => row);
  const before = await knownVariants();
  const changed = new ChangedPages();
  const made = await readMadeVariants();
  const conflicts = await findEditConflicts(all, await productPlans(writing, { all, made }));
  const skipped: Skipped = writing.overwritesEdits ? new Set() : new Set(conflicts.keys());
  const products = all.filter(({ id }) => !skipped.has(id));
  const settingConflicts = await findSettingConflicts(basePlans(writing));
  const skippedSettings: SettingConflicts = writing.overwritesEdits ? new Map() : settingConflicts;
  const base = await Promise.all(
    basePlans(writing).map((plan) => withPathsOfParents(withoutEdited(plan, skippedSettings))),
  );
  const plans = [
    ...base,
    ...(await productPlans(writing, { all, made }, skipped)),
    ...otherPlans(writing, all, new Set([...skipped, ...(await madeProductIds())])),
  ].map(changed.watched);
  const { written, problems: variantProblems } = await removeVariants(products);
  const problems = [
    ...variantProblems,
    ...(await takenCoupons(writing.catalogue)),
    ...(await couponsInOtherMoney(writing.catalogue)),
    ...(await takenByMadeProducts(writing.catalogue)),
    ...(await takenByHand(writing, base)),
    ...variantMisfits(
      writing.catalogue.products.filter(({ row }) => !skipped.has(row.id)),
      made,
    ),
  ];
  if (problems.length > 0) return { rowsWritten: 0, problems, conflicts: [], settings: [] };
  let rowsWritten = written;
  for (const plan of plans) rowsWritten += await writeRows(plan);
  for (const plan of plans.toReversed()) rowsWritten += await retireRows(plan);
  rowsWritten += await writeStockHistory(products, before, writing.now);
  rowsWritten += await writePrices(products, { now: writing.now, onWritten: changed.noteProduct });
  const followed = products.map(({ id }) => id).filter((id) => made.has(id));
  await followMadeVariants(followed, writing.now);
  await changed.date(writing.now);
  if (writing.overwritesEdits) {
    await forgetEdits([...conflicts.keys()]);
    await forgetEditedSettings(settingConflicts);
  }
  const settings = [...settingConflicts].flatMap(([table, keys]) =>
    [...keys.values()].map((name) => `${table}: ${name}`),
  );
  return { rowsWritten, problems: [], conflicts: [...conflicts.values()], settings };
}

async function takenByHand(
  writing: Writing,
  plans: ReadonlyArray<TablePlan>,
): Promise<ReadonlyArray<ValidationIssue>> {
  const overwritesEdits = writing.overwritesEdits ?? false;
  const rows = new Map(basePlans(writing).map((plan) => [plan.table, plan.rows]));
  const taken = plans.map((plan) => takenByMadeRows(rows.get(plan.table) ?? [], { plan, overwritesEdits }));
  return (await Promise.all(taken)).flat();
}

type Skipped = ReadonlySet<number>;

function basePlans({ catalogue }: Writing): Array<TablePlan> {
  const { delivery } = catalogue;
  const zones = delivery ? deliveryZoneRows(delivery) : [];
  return [
    { table: "settings", rows: settingRows(catalogue.settings), absent: "keep" },
    { table: "brands", rows: brandRows(catalogue), absent: "keep" },
    {
      table: "categories",
      rows: categoryRows(catalogue),
      within: isOfCatalogue,
      absent: { is_visible: 0 },
    },
    {
      ...{ table: "delivery_methods", rows: delivery ? deliveryMethodRows(delivery) : [] },
      ...{ within: isOfCatalogue, absent: "delete" },
    },
    { table: "delivery_zones", rows: zones, within: isOfCatalogue, absent: "delete" },
  ];
}

/** A product that is no longer in the folder leaves the shop but not the database: orders speak of it. */
async function productPlans(
  writing: Writing,
  { all, made }: Readonly<{ all: ReadonlyArray<Priced<ProductRow>>; made: MadeVariants }>,
  skipped: Skipped = new Set(),
): Promise<Array<TablePlan>> {
  const products = all.filter(({ id }) => !skipped.has(id));
  const ids = new Set<unknown>(products.map(({ id }) => id));
  const within = (row: SyncRow) => ids.has(row["product_id"]);
  const rows = await productRows(writing, all, skipped);
  const options = products.flatMap(optionRows);
  const storedOptions = await db().selectFrom("product_options").selectAll().execute();
  // An option that is gone takes its values with it.
  const optionIds = new Set<unknown>(
    storedOptions.filter((row) => within(row) && isOfCatalogue(row)).map(({ id }) => id),
  );
  const images = products.flatMap((product) => imageRows(product, writing.measured));
  return [
    {
      table: "products",
      rows: rows.map((row) => withSeenPrices(row, made)),
      keepWhenSet: ["created_at", "restocked_at", "preorder_release_at"],
      // What was made at the desk is none of the catalogue's business.
      within: (row) => row["created_by"] === "catalogue",
      absent: { is_visible: 0, is_unlisted: 0, availability: "discontinued" },
    },
    {
      table: "product_options",
      rows: options,
      within: (row) => within(row) && isOfCatalogue(row),
      absent: "delete",
    },
    {
      table: "product_option_values",
      rows: products.flatMap(optionValueRows),
      within: (row) => optionIds.has(row["option_id"]) && isOfCatalogue(row),
      absent: "delete",
    },
    {
      table: "variants",
      rows: products.flatMap(seedVariantRows).map((row) => withMadeOptions(row, made)),
      keep: ["on_hand"],
      absent: "keep",
    },
    { table: "product_images", key: ["product_id", "file"], rows: images, within, absent: "delete" },
    {
      table: "product_metafields",
      rows: products.flatMap(metafieldRows),
      within,
      absent: "delete",
    },
  ];
}

async function productRows(
  { catalogue, now }: Writing,
  products: ReadonlyArray<Priced<ProductRow>>,
  skipped: Skipped,
): Promise<Array<SyncRow>> {
  const brandIds = new Map(catalogue.brands.map(({ row }) => [row.slug, row.id]));
  const categoryIds = new Map(catalogue.categories.map(({ row }) => [row.path, row.id]));
  const productIds = new Map(products.map(({ slug, id }) => [slug, id]));
  const inFile = new Set(catalogue.reviews.map(({ row }) => row.id));
  const written = await db().selectFrom("reviews").select(["id", "product_id", "rating", "status"]).execute();
  // Reviews that shoppers wrote since count as well as those of the folder; those the shop took down do not.
  const own = written.filter(({ id, status }) => !inFile.has(id) && status === "published");
  const down = new Set(written.filter(({ status }) => status !== "published").map(({ id }) => id));
  return products.map((product) => {
    const ratings = [
      ...catalogue.reviews
        .filter(({ row }) => row.product === product.slug && !down.has(row.id))
        .map(({ row }) => row.rating),
      ...own.filter((review) => review.product_id === product.id).map(({ rating }) => rating),
    ];
    if (skipped.has(product.id)) return ratingRow(product, ratings);
    return productRow(product, { now, brandIds, categoryIds, productIds, ratings });
  });
}

function otherPlans(
  { catalogue, now }: Writing,
  products: ReadonlyArray<ProductRow>,
  skipped: Skipped,
): Array<TablePlan> {
  const isWritten = (row: SyncRow) => !skipped.has(Number(row["product_id"]));
  const productIds = new Map(products.map(({ slug, id }) => [slug, id]));
  const categoryIds = new Map(catalogue.categories.map(({ row }) => [row.path, row.id]));
  const { compatibility } = catalogue;
  return [
    {
      table: "product_categories",
      rows: products.flatMap((product) => membershipRows(product, categoryIds)).filter(isWritten),
      within: isWritten,
      absent: "delete",
    },
    {
      table: "related_products",
      rows: products.flatMap((product) => relatedRows(product, productIds)).filter(isWritten),
      within: isWritten,
      absent: "delete",
    },
    {
      table: "reviews",
      rows: reviewRows(catalogue, productIds, now),
      keep: ["helpful_count", "status", "created_at"],
      keepWhenSet: ["shop_reply"],
      absent: "keep",
    },
    {
      table: "coupons",
      rows: couponRows(catalogue, now),
      keepWhenSet: ["starts_at", "ends_at"],
      within: (row) => row["created_by"] === "catalogue",
      absent: { is_enabled: 0 },
    },
    {
      table: "compatibility_parts",
      rows: compatibility
        ? partRows(compatibility, {
            slugs: productIds,
            skus: new Map(products.map(({ sku, id }) => [sku, id])),
          })
        : [],
      absent: "delete",
    },
    {
      table: "compatibility",
      rows: compatibility ? compatibilityRows(compatibility) : [],
      absent: "delete",
    },
  ];
}

async function knownVariants(): Promise<ReadonlySet<number>> {
  const rows = await db().selectFrom("variants").select("id").execute();
  return new Set(rows.map(({ id }) => id));
}

/** `before` are the variants from before this import. */
async function writeStockHistory(
  products: ReadonlyArray<ProductRow>,
  before: ReadonlySet<number>,
  now: Date,
): Promise<number> {
  const stock = products.flatMap((product) => stockHistoryRows(product, now));
  const fresh = stock.filter((row) => !before.has(Number(row["variant_id"])));
  await insert("stock_history", fresh);
  return fresh.length;
}

const DATED = ["products", "categories", "brands"] as const;
type Dated = (typeof DATED)[number];

/** Of other tables no page speaks directly. */
const OWNERS: Readonly<Partial<Record<TablePlan["table"], Readonly<{ of: Dated; column: string }>>>> = {
  products: { of: "products", column: "id" },
  product_options: { of: "products", column: "product_id" },
  product_images: { of: "products", column: "product_id" },
  product_metafields: { of: "products", column: "product_id" },
  variants: { of: "products", column: "product_id" },
  categories: { of: "categories", column: "id" },
  brands: { of: "brands", column: "id" },
};
const IDS_PER_STATEMENT = 500;

class ChangedPages {
  readonly #ids: Readonly<Record<Dated, Set<Cell>>> = {
    products: new Set(),
    categories: new Set(),
    brands: new Set(),
  };

  readonly watched = (plan: TablePlan): TablePlan => {
    const owner = OWNERS[plan.table];
    if (!owner) return plan;
    return { ...plan, onWritten: (row) => this.#ids[owner.of].add(row[owner.column] ?? null) };
  };

  readonly noteProduct = (id: number): void => {
    this.#ids.products.add(id);
  };

  async date(now: Date): Promise<void> {
    for (const table of DATED) {
      const ids = [...this.#ids[table]].map(Number);
      for (const part of slices(ids, IDS_PER_STATEMENT)) {
        await db()
          .updateTable(table)
          .set({ changed_at: now.toISOString() })
          .where("id", "in", part)
          .execute();
        if (table === "products")
          await db()
            .updateTable(table)
            .set({ version: sql<number>`version + 1` })
            .where("id", "in", part)
            .execute();
      }
    }
  }
}

type Removed = Readonly<{ written: number; problems: ReadonlyArray<ValidationIssue> }>;

/** Removes them, unless an open order holds one: then that is a problem. */
async function removeVariants(products: ReadonlyArray<ProductRow>): Promise<Removed> {
  const ids = new Set(products.map(({ id }) => id));
  const given = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)));
  const stored = await db()
    .selectFrom("variants")
    .select(["id", "product_id", "sku", "reserved"])
    .where("created_by", "=", "catalogue")
    .execute();
  const gone = stored.filter((variant) => ids.has(variant.product_id) && !given.has(variant.id));
  const held = gone.filter(({ reserved }) => reserved > 0);
  if (held.length > 0) return { written: 0, problems: held.map(({ id, sku }) => heldProblem(id, sku)) };
  for (const { id } of gone) {
    await db().deleteFrom("cart_lines").where("variant_id", "=", id).execute();
    await db().deleteFrom("stock_history").where("variant_id", "=", id).execute();
    await db().deleteFrom("price_history").where("variant_id", "=", id).execute();
    await db().deleteFrom("variants").where("id", "=", id).execute();
  }
  return { written: gone.length, problems: [] };
}

function heldProblem(id: number, sku: string): ValidationIssue {
  return {
    file: "products.json",
    row: "",
    field: "variants",
    message: `variant ${id} (${sku}) is no longer listed, but an order that awaits payment holds some of it`,
  };
}
