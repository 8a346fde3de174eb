import { db } from "#app/db/db.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";

import type { Brand } from "./brand.ts";

export async function listBrands(): Promise<ReadonlyArray<Brand>> {
  return (await findAllBrands()).filter(({ isSold }) => isSold);
}

export async function findBrand(slug: string): Promise<Brand | null> {
  return (await findAllBrands()).find((brand) => brand.slug === slug) ?? null;
}

export async function findBrandSlug(id: number): Promise<string | null> {
  return (await findAllBrands()).find((brand) => brand.id === id)?.slug ?? null;
}

const findAllBrands = cachedPerVersion(readBrands);

async function readBrands(): Promise<ReadonlyArray<Brand>> {
  const rows = await db()
    .selectFrom("brands")
    .selectAll()
    .select((brand) =>
      brand
        .exists(
          brand
            .selectFrom("products")
            .select("products.id")
            .whereRef("products.brand_id", "=", "brands.id")
            .where("products.is_visible", "=", 1),
        )
        .as("is_sold"),
    )
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      country: row.country,
      materials: JSON.parse(row.materials) as ReadonlyArray<string>,
      image: row.image || null,
      story: row.story,
      manufacturerAddress: row.manufacturer_address,
      pageTitle: row.page_title || row.name,
      metaDescription: row.meta_description,
      isSold: Boolean(row.is_sold),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** By brand: how many products of it shoppers see. */
export const countBrandProducts = cachedPerVersion(async (): Promise<ReadonlyMap<number, number>> => {
  const rows = await db()
    .selectFrom("brands")
    .select((brand) => [
      "brands.id",
      brand
        .selectFrom("products")
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .whereRef("products.brand_id", "=", "brands.id")
        .where("products.is_visible", "=", 1)
        .as("count"),
    ])
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
});
