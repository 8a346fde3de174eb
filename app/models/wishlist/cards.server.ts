import { db } from "#app/db/db.server.ts";
import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import { findProductParts, type ProductParts } from "#app/models/catalogue/product-variants.server.ts";
import { type ProductSummary, type Variant, variantSearch } from "#app/models/catalogue/product.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { saleTerms } from "#app/models/store/store.ts";

import type { SavedFavourite } from "./wishlist.server.ts";
import { type FavouriteCard, savingSince } from "./wishlist.ts";

export async function listFavouriteCards(
  list: ReadonlyArray<SavedFavourite>,
  now: Date,
): Promise<ReadonlyArray<FavouriteCard>> {
  const ids = list.map(({ productId }) => productId);
  const chosen = list.flatMap(({ productId, variantId }) => (variantId === null ? [] : [productId]));
  const [products, parts] = await Promise.all([listProductCards(ids, now), findParts(chosen)]);
  const byId = new Map(products.map((product) => [product.id, product]));
  return list.flatMap((favourite) => {
    const product = byId.get(favourite.productId);
    return product ? [cardOf(product, favourite, parts.get(product.id) ?? null)] : [];
  });
}

async function findParts(productIds: ReadonlyArray<number>): Promise<ReadonlyMap<number, ProductParts>> {
  if (productIds.length === 0) return new Map();
  const store = await findStore();
  const rows = await db()
    .selectFrom("products")
    .select(["id", "price_minor", "sale_price_minor", "prices", "availability"])
    .where("id", "in", productIds)
    .execute();
  return findProductParts(rows, saleTerms(store));
}

function cardOf(
  product: ProductSummary,
  favourite: SavedFavourite,
  parts: ProductParts | null,
): FavouriteCard {
  const variant = parts?.variants.find(({ id }) => id === favourite.variantId);
  const shown = variant && parts ? inVariant(product, variant, parts) : product;
  return {
    product: shown,
    variantId: variant?.id ?? null,
    variantLabel: variant?.label ?? null,
    saving: savingSince(favourite.savedPrice, shown.price.now),
  };
}

function inVariant(product: ProductSummary, variant: Variant, parts: ProductParts): ProductSummary {
  return {
    ...product,
    path: product.path + variantSearch(parts, variant),
    swatch: null,
    image: variant.image,
    price: variant.price,
    isFromPrice: false,
    stock: variant.stock,
  };
}
