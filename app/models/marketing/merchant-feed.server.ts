import { db } from "#app/db/db.server.ts";
import { imagesFor } from "#app/models/catalogue/product-page.ts";
import { findProductParts, type ProductParts } from "#app/models/catalogue/product-variants.server.ts";
import { colourOption, productPath, type Variant } from "#app/models/catalogue/product.ts";
import { offerDelivery } from "#app/models/seo/schema-org-offer.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { saleTerms } from "#app/models/store/store.ts";

import { feedFrame, feedItemText, type FeedProduct, type FeedVariant } from "./merchant-feed.ts";

const BATCH = 200;
const IMAGE_WIDTH = 1280;

export async function* merchantFeed(origin: string, now: Date): AsyncGenerator<string> {
  const [store, rules] = await Promise.all([findStore(), findDeliveryRules()]);
  const { name, metaDescription } = store;
  const { opening, closing } = feedFrame({ name, description: metaDescription, address: `${origin}/` });
  yield opening;
  for (let after = 0, rows = await readProducts(after); rows.length > 0; rows = await readProducts(after)) {
    const parts = await findProductParts(rows, saleTerms(store));
    for (const row of rows) {
      const own = parts.get(row.id);
      if (!own) continue;
      const product = feedProduct(row, own, origin);
      for (const variant of own.variants) {
        const delivery = offerDelivery(sendingOf(row), variant, { rules, now });
        const item: FeedVariant = {
          variant,
          images: imageUrls(own, variant, origin),
          delivery,
          countryCode: store.country,
        };
        yield feedItemText(product, item);
      }
    }
    after = rows.at(-1)?.id ?? 0;
  }
  yield closing;
}

function readProducts(after: number) {
  return db()
    .selectFrom("products")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .selectAll("products")
    .select(["brands.name as brand_name", "categories.path as category_path"])
    .where("products.is_visible", "=", 1)
    .where("products.id", ">", after)
    .orderBy("products.id")
    .limit(BATCH)
    .execute();
}

type Row = Awaited<ReturnType<typeof readProducts>>[number];

function feedProduct(row: Row, { options, variants }: ProductParts, origin: string): FeedProduct {
  return {
    sku: row.sku,
    name: row.name,
    brandName: row.brand_name,
    address: origin + productPath(row.category_path, row.slug),
    shortDescription: row.short_description,
    description: row.description,
    condition: row.condition,
    googleCategory: row.google_product_category,
    productType: row.product_type,
    weightGrams: row.weight_g,
    deliveryClass: row.delivery_class,
    preorderReleaseAt: releaseOf(row),
    options,
    variants,
  };
}

function sendingOf(row: Row) {
  return {
    deliveryClass: row.delivery_class as DeliveryClass,
    isFreeShipping: row.is_free_shipping === 1,
    preorderReleaseAt: releaseOf(row),
  };
}

function releaseOf({ availability, preorder_release_at }: Row): string | null {
  return availability === "preorder" ? preorder_release_at : null;
}

function imageUrls(
  { options, images }: ProductParts,
  variant: Variant,
  origin: string,
): ReadonlyArray<string> {
  const colour = colourOption(options);
  const key = colour ? (variant.options[colour.name] ?? null) : null;
  const shown = imagesFor(images, key).filter(({ variantKey }) => variantKey === null || variantKey === key);
  const files = new Set([variant.image.file, ...shown.map(({ file }) => file)]);
  return [...files].map((file) => origin + paths.image(file, IMAGE_WIDTH));
}
