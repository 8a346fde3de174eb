import { resolve } from "node:path";

import { db, inTransaction } from "#app/db/db.server.ts";
import { readCatalogue } from "#app/db/seed/read-catalogue.server.ts";
import { seedWhenEmpty } from "#app/db/seed/seed.server.ts";
import { problemText, type ValidationIssue } from "#app/db/seed/validation-issue.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { generatedBrandRow, generatedBrands } from "./brands.ts";
import { insertRows } from "./insert-rows.ts";
import { FIRST_PRODUCT_ID } from "./product.ts";
import { generatedRows, type Surroundings } from "./rows.ts";

/** Products in one transaction: some four thousand rows. */
const PRODUCTS_AT_ONCE = 200;
const DEMO_FOLDER = "content/catalogue";
const PARTS = "pushchairs/carrycots-and-adapters";

type GenerateOptions = Readonly<{ products: number; seed: number; now: Date }>;

/**
 * Makes up products beside those of the demo catalogue, with makers, variants, prices, sales, stock, reviews and dates,
 * in a shop that holds nothing else. The same number and seed make the same products on the same day.
 */
export async function generateCatalogue({ products, seed, now }: GenerateOptions): Promise<void> {
  await seedWhenEmpty();
  const around = await surroundings({ products, seed, now });
  await inTransaction(async () => {
    const rows = around.brands.map((brand, index) =>
      generatedBrandRow(brand, around.templates[index % around.templates.length]?.images[0]?.file ?? ""),
    );
    await insertRows([["brands", rows]]);
  });
  for (let from = 0; from < products; from += PRODUCTS_AT_ONCE)
    await inTransaction(async () => {
      await insertRows(generatedRows(from, Math.min(products, from + PRODUCTS_AT_ONCE), around));
    });
  await inTransaction(() => bumpCatalogueVersion());
}

async function surroundings({ products, seed, now }: GenerateOptions): Promise<Surroundings> {
  const problems: Array<ValidationIssue> = [];
  const demo = await readCatalogue(resolve(DEMO_FOLDER), (problem) => problems.push(problem));
  if (problems.length > 0) throw new Error(problems.map(problemText).join("; "));
  const brands = generatedBrands(seed, products);
  return {
    ...{ seed, brands, now: new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`) },
    templates: demo.products
      .map(({ row }) => row)
      .filter((row) => row.is_visible && row.primary_category !== PARTS),
    brandIds: new Map(brands.map(({ slug, id }) => [slug, id])),
    categoryIds: new Map(demo.categories.map(({ row }) => [row.path, row.id])),
    measured: await knownImages(),
    reviews: grouped(
      demo.reviews.map(({ row }) => row),
      ({ product }) => product,
    ),
  };
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
