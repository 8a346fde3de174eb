/** Reads the makers, once for each version of the catalogue. */
import { db } from "#app/db/db.server.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { keptPerVersion } from "#app/models/platform/catalogue-version.server.ts";

import type { Brand } from "./brand.ts";

/** All brands of which something can be seen, by name. */
export async function listBrands(): Promise<ReadonlyArray<Brand>> {
  return (await findAllBrands()).filter(({ productCount }) => productCount > 0);
}

export async function findBrand(slug: string): Promise<Brand | null> {
  return (await findAllBrands()).find((brand) => brand.slug === slug) ?? null;
}

export async function findBrandSlug(id: number): Promise<string | null> {
  return (await findAllBrands()).find((brand) => brand.id === id)?.slug ?? null;
}

const findAllBrands = keptPerVersion(readBrands);

async function readBrands(): Promise<ReadonlyArray<Brand>> {
  const [rows, index] = await Promise.all([db().selectFrom("brands").selectAll().execute(), findListing()]);
  const { brand: counts } = index.countsOfAll().values;
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
      productCount: counts.get(row.slug) ?? 0,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
