import { resolve } from "node:path";

import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { generatedBrandRow, generatedBrands } from "./generated-brands.ts";
import { FIRST_PRODUCT_ID } from "./generated-product.ts";
import { generatedRows, type Surroundings } from "./generated-rows.ts";
import { insertRows } from "./insert-rows.server.ts";
import { type ValidationIssue, problemText } from "./validation-issue.ts";
import { type Catalogue, readCatalogue } from "./read-catalogue.server.ts";
import { seedWhenEmpty } from "./seed.server.ts";

/** Products in one transaction: some four thousand rows. */
const PRODUCTS_AT_ONCE = 200;
const DEMO_FOLDER = "content/catalogue";
const PARTS = "pushchairs/carrycots-and-adapters";

type GenerateOptions = Readonly<{
  products: number;
  seed: number;
  now: Date;
  onWritten?: (done: number, total: number) => void;
  /** Products in one transaction; for tests. */
  atOnce?: number;
}>;

type Generated = Readonly<{ products: number; rowsWritten: number }>;
export type GenerateResult =
  Readonly<{ ok: true; value: Generated }> | Readonly<{ ok: false; reason: string }>;

/** Deterministic; goes on after an interruption. Refuses a shop that has orders or products of anybody else's. */
export async function generateCatalogue(requested: GenerateOptions): Promise<GenerateResult> {
  const reason = await refusal(requested);
  if (reason !== null) return { ok: false, reason };
  await seedWhenEmpty();
  const demo = await readDemo();
  if (!(await holdsDemo(demo)))
    return { ok: false, reason: "This shop holds another catalogue than the demo's: use an empty database." };
  const { written, around } = await begin(requested, demo);
  let rowsWritten = 0;
  const { products, atOnce = PRODUCTS_AT_ONCE } = requested;
  for (let from = written; from < products; from += atOnce) {
    const to = Math.min(products, from + atOnce);
    rowsWritten += await writeSome({ from, to, isLast: to === products }, around);
    requested.onWritten?.(to, products);
  }
  return { ok: true, value: { products, rowsWritten } };
}

async function refusal({ products, seed }: GenerateOptions): Promise<string | null> {
  const [order, begun, own] = await Promise.all([
    db().selectFrom("orders").select("number").limit(1).executeTakeFirst(),
    db().selectFrom("generated_catalogue").selectAll().executeTakeFirst(),
    db().selectFrom("products").select("id").where("id", ">=", FIRST_PRODUCT_ID).limit(1).executeTakeFirst(),
  ]);
  if (order)
    return `This shop has orders (${order.number} is one): a made-up catalogue goes into a shop without any.`;
  if (begun && (begun.product_count !== products || begun.seed !== seed))
    return `This shop holds ${begun.written_count} of ${begun.product_count} products made with seed ${begun.seed}. Ask for these, or use an empty database.`;
  if (own && !begun) return `This shop holds products of its own, such as number ${own.id}.`;
  return null;
}

/** The days of all products are counted back from the end of the first run's day. */
async function begin({ products, seed, now }: GenerateOptions, catalogue: Catalogue) {
  const templates = catalogue.products
    .map(({ row }) => row)
    .filter((row) => row.is_visible && row.primary_category !== PARTS);
  const brands = generatedBrands(seed, products);
  const begun = await db().selectFrom("generated_catalogue").selectAll().executeTakeFirst();
  const daysEnd = begun?.reference_at ?? startOfDay(now);
  if (!begun) {
    await transact(async () => {
      const rows = brands.map((brand, index) =>
        generatedBrandRow(brand, templates[index % templates.length]?.images[0]?.file ?? ""),
      );
      await insertRows([["brands", rows]]);
      const run = { id: 1, product_count: products, seed, reference_at: daysEnd, written_count: 0 };
      await db().insertInto("generated_catalogue").values(run).execute();
      return { ok: true };
    });
  }
  const around: Surroundings = {
    ...{ seed, templates, brands, now: new Date(daysEnd) },
    brandIds: new Map(brands.map(({ slug, id }) => [slug, id])),
    categoryIds: new Map(catalogue.categories.map(({ row }) => [row.path, row.id])),
    measured: await knownImages(),
    reviews: grouped(
      catalogue.reviews.map(({ row }) => row),
      ({ product }) => product,
    ),
  };
  return { written: begun?.written_count ?? 0, around };
}

async function knownImages(): Promise<Surroundings["measured"]> {
  const rows = await db()
    .selectFrom("product_images")
    .select(["file", "width", "height", "sink_percent"])
    .where("product_id", "<", FIRST_PRODUCT_ID)
    .execute();
  return new Map(
    rows.map(({ file, width, height, sink_percent: sinkPercent }) => [file, { width, height, sinkPercent }]),
  );
}

function startOfDay(now: Date): string {
  return `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
}

async function readDemo(): Promise<Catalogue> {
  const problems: Array<ValidationIssue> = [];
  const catalogue = await readCatalogue(resolve(DEMO_FOLDER), (problem) => problems.push(problem));
  if (problems.length > 0) throw new Error(problems.map(problemText).join("; "));
  return catalogue;
}

async function holdsDemo({ categories, products }: Catalogue): Promise<boolean> {
  const paths = await db().selectFrom("categories").select("path").execute();
  const ids = await db().selectFrom("products").select("id").where("id", "<", FIRST_PRODUCT_ID).execute();
  const [known, sold] = [new Set(paths.map(({ path }) => path)), new Set(ids.map(({ id }) => id))];
  return categories.every(({ row }) => known.has(row.path)) && products.every(({ row }) => sold.has(row.id));
}

type Some = Readonly<{ from: number; to: number; isLast: boolean }>;

/** Rows and progress in one transaction: a kill finds both or neither. */
async function writeSome({ from, to, isLast }: Some, around: Surroundings): Promise<number> {
  const rows = generatedRows(from, to, around);
  const { written } = await transact(async () => {
    const run = await db()
      .updateTable("generated_catalogue")
      .set({ written_count: to })
      .where("written_count", "=", from)
      .executeTakeFirst();
    if (Number(run.numUpdatedRows) !== 1) throw new Error("Another run is writing the same catalogue");
    const count = await insertRows(rows);
    if (isLast)
      await db()
        .updateTable("catalogue_version")
        .set({ version: sql<number>`version + 1` })
        .execute();
    return { ok: true, written: count };
  });
  return written;
}
