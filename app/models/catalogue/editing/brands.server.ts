/** Brands as they are made, changed and removed by hand (requirement desk-72). */
import { db } from "#app/db/db.server.ts";
import { redirectOldPath } from "#app/models/catalogue/redirects/redirect.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { isSlug, slugOf } from "#app/models/shared/slug.ts";
import { numberOf } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import { createdBy, lockTable, nextMadeId } from "./made-rows.server.ts";

export type TypedBrand = Readonly<{
  /** Null for a new one. */
  id: number | null;
  name: string;
  /** Empty: from the name. */
  slug: string;
  country: string;
  manufacturerAddress: string;
  materials: ReadonlyArray<string>;
  story: string;
  pageTitle: string;
  metaDescription: string;
  /** Of the catalogue; empty: none. */
  image: string;
}>;

/** `products`: how many have it, shown or hidden. */
export type EditedBrand = TypedBrand & Readonly<{ id: number; products: number }>;

export async function listEditedBrands(): Promise<ReadonlyArray<EditedBrand>> {
  const rows = await db()
    .selectFrom("brands")
    .selectAll()
    .select((brand) =>
      brand
        .selectFrom("products")
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .whereRef("products.brand_id", "=", "brands.id")
        .as("products"),
    )
    .execute();
  return rows
    .map(({ id, name, slug, country, story, image, ...row }) => ({
      ...{ id, name, slug, country, story, image, products: Number(row.products) },
      materials: JSON.parse(row.materials) as ReadonlyArray<string>,
      manufacturerAddress: row.manufacturer_address,
      pageTitle: row.page_title,
      metaDescription: row.meta_description,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
}

type BrandRefusal = "slug-malformed" | "brand-slug-taken" | "brand-name-taken";

/** One that comes back has the id that it had. */
export async function addBrand(
  brand: TypedBrand,
  now: Date,
): Promise<Result<Readonly<{ key: string; isNew: boolean }>, BrandRefusal>> {
  await lockTable("brands");
  const refusal = await brandRefusal(brand);
  if (refusal) return refusal;
  const id = brand.id ?? (await nextMadeId("brands"));
  await db()
    .insertInto("brands")
    .values({ id, created_by: createdBy(id), ...columnsOf(brand, now) })
    .execute();
  await bumpCatalogueVersion();
  return ok({ key: String(id), isNew: true });
}

/** The old address leads to the new one. */
export async function changeBrand(
  brand: TypedBrand,
  { id, slug: before }: Pick<EditedBrand, "id" | "slug">,
  now: Date,
): Promise<Result<string, BrandRefusal>> {
  const refusal = await brandRefusal({ ...brand, id });
  if (refusal) return refusal;
  const columns = columnsOf(brand, now);
  await db().updateTable("brands").set(columns).where("id", "=", id).execute();
  if (before !== columns.slug) await redirectOldPath(paths.brand(before), paths.brand(columns.slug), now);
  await bumpCatalogueVersion();
  return ok(String(id));
}

export async function removeBrand({
  id,
  name,
  products,
}: Pick<EditedBrand, "id" | "name" | "products">): Promise<Result<null, "brand-has-products">> {
  if (products > 0)
    return refused("brand-has-products", { name, count: numberOf(products, "product", "products") });
  await db().deleteFrom("brands").where("id", "=", id).execute();
  await bumpCatalogueVersion();
  return ok(null);
}

function columnsOf(brand: TypedBrand, now: Date) {
  const { name, country, story, image, materials, manufacturerAddress, pageTitle, metaDescription } = brand;
  return {
    ...{ name, slug: slugIn(brand), country, story, image, materials: JSON.stringify(materials) },
    ...{
      manufacturer_address: manufacturerAddress,
      page_title: pageTitle,
      meta_description: metaDescription,
    },
    ...{ changed_at: now.toISOString(), edited_at: now.toISOString() },
  };
}

function slugIn({ slug, name }: Pick<TypedBrand, "slug" | "name">): string {
  return slug || slugOf(name);
}

/** Files name a brand by its name, so no two have the same. */
async function brandRefusal(brand: TypedBrand): Promise<ReturnType<typeof refused<BrandRefusal>> | null> {
  const { id, name } = brand;
  const slug = slugIn(brand);
  if (!isSlug(slug)) return refused("slug-malformed");
  const others = (await listEditedBrands()).filter((other) => other.id !== id);
  if (others.some((other) => other.slug === slug)) return refused("brand-slug-taken", { slug });
  const isNamed = (other: EditedBrand) => other.name.toLowerCase() === name.toLowerCase();
  return others.some(isNamed) ? refused("brand-name-taken", { name }) : null;
}
