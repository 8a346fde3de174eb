import { db } from "#app/db/db.server.ts";
import { catalogueRead } from "#app/db/replica.server.ts";
import { joinSlugs } from "#app/models/shared/slug.ts";

import { productOf } from "./product-page.server.ts";
import type { Product } from "./product-page.ts";
import { productPath } from "./product.ts";

export type ResolvedProduct =
  | Readonly<{ kind: "found"; productId: number }>
  /** `path` is the canonical address, "/p/…". */
  | Readonly<{ kind: "moved"; path: string }>;

/**
 * The product of an address (requirement routes-3): found by its canonical path, by another of its categories, or by a
 * slug that only one product has. Null for anything unknown or ambiguous.
 */
export const resolveProduct = catalogueRead(resolveSlugs);

async function resolveSlugs(slugs: ReadonlyArray<string>): Promise<ResolvedProduct | null> {
  const path = joinSlugs(slugs);
  const slug = slugs.at(-1);
  if (path === null || slug === undefined) return null;
  const named = await findVisible(slug);
  const exact = named.find(({ category_path }) => `${category_path}/${slug}` === path);
  if (exact) return { kind: "found", productId: exact.id };
  const only = named.length > 1 ? await onlyMember(named, slugs.slice(0, -1).join("/")) : named[0];
  return only ? { kind: "moved", path: productPath(only.category_path, slug) } : null;
}

type Named = Awaited<ReturnType<typeof findVisible>>[number];

function findVisible(slug: string) {
  return db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", "categories.path as category_path"])
    .where("products.slug", "=", slug)
    .where("products.is_visible", "=", 1)
    .execute();
}

async function onlyMember(named: ReadonlyArray<Named>, categoryPath: string): Promise<Named | undefined> {
  const rows = await db()
    .selectFrom("product_categories")
    .innerJoin("categories", "categories.id", "product_categories.category_id")
    .select("product_categories.product_id")
    .where("categories.path", "=", categoryPath)
    .where(
      "product_categories.product_id",
      "in",
      named.map(({ id }) => id),
    )
    .execute();
  return rows.length === 1 ? named.find(({ id }) => id === rows[0]?.product_id) : undefined;
}

/** The canonical path of a visible product, "/p/…", or null. */
export const findProductPath = catalogueRead(readProductPath);

async function readProductPath(id: number): Promise<string | null> {
  const row = await db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.slug", "categories.path"])
    .where("products.id", "=", id)
    .where("products.is_visible", "=", 1)
    .executeTakeFirst();
  return row ? productPath(row.path, row.slug) : null;
}

export const findProduct = catalogueRead(readProduct);

async function readProduct(id: number, now: Date): Promise<Product | null> {
  const row = await db()
    .selectFrom("products")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .selectAll("products")
    .select(["brands.name as brand_name", "brands.slug as brand_slug", "categories.path as category_path"])
    .where("products.id", "=", id)
    .where("products.is_visible", "=", 1)
    .executeTakeFirst();
  return row ? productOf(row, now) : null;
}
