import { db } from "#app/db/db.server.ts";

import { categoryAddress } from "./category.ts";
import { productPath } from "./product.ts";
import { keepMoves } from "./redirect.server.ts";

/** Address by owner, such as "product 101". */
export type CatalogueAddresses = ReadonlyMap<string, string>;

export async function catalogueAddresses(): Promise<CatalogueAddresses> {
  const [categories, brands, products] = await Promise.all([
    db().selectFrom("categories").select(["id", "path"]).execute(),
    db().selectFrom("brands").select(["id", "slug"]).execute(),
    db()
      .selectFrom("products")
      .innerJoin("categories", "categories.id", "products.primary_category_id")
      .select(["products.id", "products.slug", "categories.path"])
      .execute(),
  ]);
  return new Map([
    ...categories.map(({ id, path }) => [`category ${id}`, categoryAddress(path)] as const),
    ...brands.map(({ id, slug }) => [`brand ${id}`, `/brands/${slug}`] as const),
    ...products.map(({ id, slug, path }) => [`product ${id}`, productPath(path, slug)] as const),
  ]);
}

/** Stores redirects for addresses of `before` that changed. Call it in the transaction of the change. */
export async function keepOldAddresses(before: CatalogueAddresses, now: Date): Promise<void> {
  const after = await catalogueAddresses();
  const moves = [...before].flatMap(([what, from]) => {
    const to = after.get(what);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
  if (moves.length > 0) await keepMoves(moves, new Set(after.values()), now);
}
