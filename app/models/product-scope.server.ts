/** Which products a list is of. */
import { findCategoryTree, idsBelow } from "./category-tree.server.ts";
import type { Facts } from "./facet-facts.server.ts";
import { isSafeAt, type ProductFacts } from "./facet-facts.ts";
import { isGift } from "./gift-finder.ts";
import { backSince } from "./product-cards.server.ts";
import type { ListingScope, SortKey } from "./product-listing.ts";
import { sorted } from "./product-order.ts";
import { startOfDay } from "./published.ts";
import { findStore } from "./store.server.ts";

/** The products of the list, unsorted; those of a search and of the newest in their order. */
export async function productsIn(
  scope: ListingScope,
  facts: Facts,
  now: Date,
): Promise<ReadonlyArray<ProductFacts>> {
  const { products, byId } = facts;
  switch (scope.kind) {
    case "all":
      return products;
    case "newest":
      return sorted(products, "newest").slice(0, scope.count);
    case "brand":
      return products.filter(({ brandId }) => brandId === scope.brandId);
    case "category":
      return products.filter(await inCategory(scope.categoryId));
    case "gifts": {
      const isInside = await inCategory(scope.categoryId);
      return products.filter((product) => isInside(product) && isGift(product, scope.wish));
    }
    case "new": {
      const since = startOfDay(now, scope.days, (await findStore()).timeZone);
      return products.filter(({ createdAt }) => createdAt >= since);
    }
    case "back-in-stock":
      return products.filter(isBackSince(backSince(await findStore(), now)));
    case "ids":
      return [...new Set(scope.productIds)].flatMap((id) => byId.get(id) ?? []);
  }
}

/** `products` of `scope` in the order `sort`. */
export function ordered(
  products: ReadonlyArray<ProductFacts>,
  scope: ListingScope,
  sort: SortKey,
): ReadonlyArray<ProductFacts> {
  if (scope.kind === "ids" && sort === "featured") return products;
  if (scope.kind === "back-in-stock" && sort === "newest") {
    // The newest return first; products come in the order of their ids.
    return [...products].sort((one, other) => compareText(other.returnedAt ?? "", one.returnedAt ?? ""));
  }
  return sorted(products, sort);
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

async function inCategory(categoryId: number): Promise<(product: ProductFacts) => boolean> {
  const category = (await findCategoryTree()).byId.get(categoryId);
  if (!category) return () => false;
  const ids = new Set(idsBelow(category));
  const from = category.bandFromMonths;
  return (product) =>
    product.categoryIds.some((id) => ids.has(id)) &&
    // Reading 7: the legal minimum age wins, whatever a list says.
    (from === null || isSafeAt(product, from));
}

/** Reading 6: back within the window and still there; nothing discontinued, no pre-orders. */
function isBackSince(since: string): (product: ProductFacts) => boolean {
  return ({ isAvailable, returnedAt, variants }) =>
    isAvailable &&
    returnedAt !== null &&
    returnedAt >= since &&
    variants.some(({ values }) => values.stock?.includes("in-stock"));
}
