import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";

import type { Brand } from "./brand.ts";

export async function listBrands(): Promise<ReadonlyArray<Brand>> {
  return (await findAllBrands()).filter(({ productCount }) => productCount > 0);
}

export async function findBrand(slug: string): Promise<Brand | null> {
  return (await findAllBrands()).find((brand) => brand.slug === slug) ?? null;
}

export async function findBrandSlug(id: number): Promise<string | null> {
  return (await findAllBrands()).find((brand) => brand.id === id)?.slug ?? null;
}

const findAllBrands = cachedPerVersion(readBrands);

async function readBrands(): Promise<ReadonlyArray<Brand>> {
  const [rows, counts] = await Promise.all([
    db().selectFrom("brands").selectAll().execute(),
    countVisibleProducts(),
  ]);
  return rows
    .map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      country: row.country,
      materials: JSON.parse(row.materials) as ReadonlyArray<string>,
      image: row.image,
      story: row.story,
      manufacturerAddress: row.manufacturer_address,
      pageTitle: row.page_title,
      metaDescription: row.meta_description,
      productCount: counts.get(row.id) ?? 0,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

async function countVisibleProducts(): Promise<ReadonlyMap<number, number>> {
  const rows = await db()
    .selectFrom("products")
    .modifyFront(WALK)
    .select(({ fn }) => ["brand_id", fn.countAll<number | string>().as("count")])
    .where("is_visible", "=", 1)
    .groupBy("brand_id")
    .execute();
  return new Map(rows.map(({ brand_id: id, count }) => [id, Number(count)]));
}
