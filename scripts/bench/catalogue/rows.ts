import type { Database } from "#app/db/schema.ts";
import { lowestPriceBefore } from "#app/models/catalogue/price-history.ts";

import { FIRST_PRODUCT_ID, generatedProduct, type Making, relatedPlaces } from "./product.ts";
import { seededRandom } from "#scripts/seeded-random.ts";
import { priceHistoryRows, spanOf, stockHistoryRows } from "#app/db/seed/history-rows.ts";
import { membershipRows } from "#app/db/seed/link-rows.ts";
import type { MeasuredImage } from "#app/db/seed/measure-images.server.ts";
import type { ReviewRow } from "#app/db/seed/catalogue-schema.ts";
import {
  daysBefore,
  flag,
  imageRows,
  metafieldRows,
  optionRows,
  optionValueRows,
  productRow,
  seedVariantRows,
} from "#app/db/seed/product-rows.ts";
import type { ProductRow } from "#app/db/seed/product-schema.ts";
import type { Priced } from "#app/db/seed/read-catalogue.server.ts";
import { inEachCurrency, lowestColumns } from "#app/db/seed/write-prices.server.ts";
import type { SyncRow } from "#app/db/seed/sync-table.server.ts";

export type Surroundings = Making &
  Readonly<{
    now: Date;
    brandIds: ReadonlyMap<string, number>;
    categoryIds: ReadonlyMap<string, number>;
    measured: ReadonlyMap<string, MeasuredImage>;
    reviews: ReadonlyMap<string, ReadonlyArray<ReviewRow>>;
  }>;

export type TableRows = ReadonlyArray<readonly [table: keyof Database, rows: ReadonlyArray<SyncRow>]>;

const REVIEWED = 0.3;
const REVIEWS_MAX = 6;
const REVIEW_IDS = 10;
/** Keeps the random numbers of reviews apart from those of products. */
const REVIEW_PLACES = 1_000_000_000;

/** Without the product at `to`. */
export function generatedRows(from: number, to: number, around: Surroundings): TableRows {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  const made = places.map((place) => {
    const product = generatedProduct(place, around);
    return { place, product, reviews: reviewsOf(place, product, around) };
  });
  const products = made.map(({ product }) => product);
  const reviews = made.flatMap((one) => one.reviews);
  const { now, measured, categoryIds, templates } = around;
  return [
    ["products", made.map((one) => ownRow(one.product, one.reviews, around))],
    ["product_options", products.flatMap(optionRows)],
    ["product_option_values", products.flatMap(optionValueRows)],
    ["variants", products.flatMap((product) => pricedVariantRows(product, now))],
    ["product_images", products.flatMap((product) => imageRows(product, measured))],
    ["product_metafields", products.flatMap(metafieldRows)],
    ["product_categories", products.flatMap((product) => membershipRows(product, categoryIds))],
    ["related_products", places.flatMap((place) => relatedRows(place, templates.length))],
    ["reviews", reviews],
    ["price_history", products.flatMap((product) => pricesOf(product, now).flat())],
    ["stock_history", products.flatMap((product) => stockHistoryRows(product, now))],
  ];
}

function pricesOf(product: Priced<ProductRow>, now: Date) {
  return product.variants.map((_, place) =>
    inEachCurrency(product).flatMap((priced) =>
      priced.variants.slice(place, place + 1).flatMap((variant) => priceHistoryRows(priced, variant, now)),
    ),
  );
}

function pricedVariantRows(product: Priced<ProductRow>, now: Date): Array<SyncRow> {
  const prices = pricesOf(product, now);
  return seedVariantRows(product).map((row, place) => ({
    ...row,
    ...lowestColumns(product, (currency) =>
      lowestPriceBefore((prices[place] ?? []).filter((price) => price.currency === currency).map(spanOf)),
    ),
  }));
}

function ownRow(product: Priced<ProductRow>, reviews: ReadonlyArray<SyncRow>, around: Surroundings): SyncRow {
  const ratings = reviews.map((review) => Number(review["rating"]));
  return productRow(product, { ...around, ratings });
}

function relatedRows(place: number, kinds: number): Array<SyncRow> {
  return relatedPlaces(place, kinds).map((other, position) => ({
    product_id: FIRST_PRODUCT_ID + place,
    related_id: FIRST_PRODUCT_ID + other,
    position,
  }));
}

function reviewsOf(place: number, product: ProductRow, around: Surroundings): Array<SyncRow> {
  const { seed, now, templates } = around;
  const template = templates[place % templates.length];
  const all = around.reviews.get(template?.slug ?? "") ?? [];
  const chance = seededRandom(seed, REVIEW_PLACES + place);
  if (all.length === 0 || product.created_days_ago < 2 || !chance.is(REVIEWED)) return [];
  const count = Math.min(all.length, chance.whole(1, REVIEWS_MAX));
  const first = chance.whole(0, all.length - 1);
  return Array.from({ length: count }, (_, index) => {
    const review = all[(first + index) % all.length] as ReviewRow;
    return {
      id: product.id * REVIEW_IDS + index,
      product_id: product.id,
      ...{ rating: review.rating, title: review.title, body: review.text, author: review.author },
      ...{ is_verified: flag(review.verified), helpful_count: 0, shop_reply: null, status: "published" },
      created_at: daysBefore(now, chance.whole(0, product.created_days_ago - 1)),
    };
  });
}
