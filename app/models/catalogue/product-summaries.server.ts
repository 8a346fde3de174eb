import { type Expression, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { catalogueRead } from "#app/db/replica.server.ts";
import { type Availability, canBeBought, stockState } from "#app/models/catalogue/inventory/stock.ts";
import { cachedPerProduct } from "#app/models/platform/catalogue-cache.server.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { saleTerms, type Store } from "#app/models/store/store.ts";

import { ageText, usableFrom } from "./age.ts";
import { hasOwnPage } from "./on-shop.server.ts";
import {
  addVariants,
  findFixedParts,
  type FixedParts,
  type ProductParts,
} from "./product-variants.server.ts";
import {
  colourOption,
  defaultVariant,
  type Price,
  type ProductSummary,
  productPath,
  type Variant,
} from "./product.ts";

const CACHE_SIZE_MAX = 4_000;

/** In the order of `ids`; `shown` names by product id the variant on the card, otherwise the default one. */
export const listProductCards = catalogueRead(readProductCards);

async function readProductCards(
  ids: ReadonlyArray<number>,
  now: Date,
  shown: ReadonlyMap<number, number> = new Map(),
): Promise<ReadonlyArray<ProductSummary>> {
  if (ids.length === 0) return [];
  const store = await findStore();
  const known = [...(await findBases(ids, backSince(store, now))).values()];
  const cards = await cardsOf(known, { store, now, shown });
  return [...new Set(ids)].flatMap((id) => cards.get(id) ?? []);
}

/** Of a listed product, or of one that only its address shows; null for a hidden one. */
export const findOwnCard = catalogueRead(readOwnCard);

async function readOwnCard(id: number, now: Date): Promise<ProductSummary | null> {
  const store = await findStore();
  const known = await readBases([id], backSince(store, now), hasOwnPage);
  return (await cardsOf([...known.values()], { store, now, shown: new Map() })).get(id) ?? null;
}

type Showing = Readonly<{ store: Store; now: Date; shown: ReadonlyMap<number, number> }>;

async function cardsOf(known: ReadonlyArray<CardBasis>, { store, now, shown }: Showing) {
  const rows = known.map(({ row }) => row);
  const fixed = new Map(known.map(({ row, parts }) => [row.id, parts] as const));
  const parts = await addVariants(rows, Promise.resolve(fixed), saleTerms(store));
  const context = {
    lowStockThreshold: store.lowStockThreshold,
    newSince: startOfDay(now, store.newInDays, store.timeZone),
    shown,
  };
  return new Map(
    rows.flatMap((row) => {
      const own = parts.get(row.id);
      return own ? [[row.id, cardOf(row, own, context)] as const] : [];
    }),
  );
}

const isListed = sql<boolean>`products.is_visible = 1`;

const findBases = cachedPerProduct(
  (ids: ReadonlyArray<number>, returnedSince: string) => readBases(ids, returnedSince, isListed),
  CACHE_SIZE_MAX,
);

type CardBasis = Readonly<{ row: CardRow; parts: FixedParts }>;

async function readBases(
  ids: ReadonlyArray<number>,
  returnedSince: string,
  isShown: typeof isListed,
): Promise<ReadonlyMap<number, CardBasis>> {
  const [rows, fixed] = await Promise.all([
    readProducts(ids, returnedSince).where(isShown).execute(),
    findFixedParts(ids),
  ]);
  return new Map(
    rows.map((row) => [row.id, { row, parts: fixed.get(row.id) ?? { options: [], images: [] } }]),
  );
}

export function backSince(store: Store, now: Date): string {
  return startOfDay(now, store.backInStockDays, store.timeZone);
}

/** Stock that went from none to some, except for a new product. */
function returnedAt(productId: Expression<number>, since: string) {
  return sql<string | null>`(
    select max(stock_history.created_at) from stock_history
    join variants on variants.id = stock_history.variant_id
    where variants.product_id = ${productId} and variants.is_visible = 1 and stock_history.quantity_before = 0
      and stock_history.quantity_after > 0 and stock_history.reason <> 'opening' and stock_history.created_at >= ${since}
  )`;
}

function readProducts(ids: ReadonlyArray<number>, since: string) {
  return db()
    .selectFrom("products")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select([
      "products.id",
      "products.slug",
      "products.name",
      "products.price_minor",
      "products.sale_price_minor",
      "products.prices",
      "products.availability",
      "products.age_min_months",
      "products.suitable_from_months",
      "products.created_at",
      "products.is_toy",
      "products.rating_average_hundredths",
      "products.rating_count",
      "brands.name as brand_name",
      "categories.path as category_path",
    ])
    .select(returnedAt(sql.ref("products.id"), since).as("returned_at"))
    .where("products.id", "in", ids);
}

type CardRow = Awaited<ReturnType<ReturnType<typeof readProducts>["execute"]>>[number];
/** Products published since `newSince` (ISO 8601) are new. */
type Context = Readonly<{ lowStockThreshold: number; newSince: string; shown: ReadonlyMap<number, number> }>;

function cardOf(
  row: CardRow,
  parts: ProductParts,
  { lowStockThreshold, newSince, shown }: Context,
): ProductSummary {
  const { variants } = parts;
  const stock = stockOfAll(variants, row.availability, lowStockThreshold);
  const first = variants.find(({ id }) => id === shown.get(row.id)) ?? defaultVariant(parts);
  return {
    id: row.id,
    name: row.name,
    path: productPath(row.category_path, row.slug),
    brandName: row.brand_name,
    image: first.image,
    ...lowestPrice(variants),
    ageText: ageText(
      usableFrom({ ageMinMonths: row.age_min_months, suitableFromMonths: row.suitable_from_months }),
    ),
    colours: coloursOf(parts),
    swatch: pictured(parts, first),
    rating:
      row.rating_count > 0 ? { average: row.rating_average_hundredths / 100, count: row.rating_count } : null,
    stock,
    left: stock === "low-stock" ? unitsOf(variants) : null,
    isNew: row.created_at >= newSince,
    isBackInStock: isBack(row.returned_at, stock),
    isToy: row.is_toy === 1,
  };
}

export function isBack(returned: string | null, stock: ProductSummary["stock"]): boolean {
  return returned !== null && (stock === "in-stock" || stock === "low-stock");
}

export function stockOfAll(
  variants: ReadonlyArray<Variant>,
  availability: Availability,
  lowStockThreshold: number,
) {
  return stockState({ availability, available: unitsOf(variants), lowStockThreshold });
}

function unitsOf(variants: ReadonlyArray<Variant>): number {
  return variants.reduce((sum, { available }) => sum + available, 0);
}

/** Of what can be bought; of all where nothing can. */
export function lowestPrice(
  variants: ReadonlyArray<Variant>,
): Readonly<{ price: Price; isFromPrice: boolean }> {
  const buyable = variants.filter(({ stock }) => canBeBought(stock));
  const prices = (buyable.length > 0 ? buyable : variants).map(({ price }) => price);
  const lowest = prices.reduce((least, price) => (price.now.minor < least.now.minor ? price : least));
  return { price: lowest, isFromPrice: prices.some(({ now }) => now.minor > lowest.now.minor) };
}

function pictured({ options }: ProductParts, first: Variant): string | null {
  const colour = colourOption(options);
  return colour ? (first.options[colour.name] ?? null) : null;
}

function coloursOf({ options, variants }: ProductParts): ProductSummary["colours"] {
  const colour = colourOption(options);
  if (!colour) return [];
  const made = new Set(variants.map((variant) => variant.options[colour.name]));
  return colour.values.flatMap(({ key, label, hex }) =>
    hex && made.has(key) ? [{ label, hex, swatch: key }] : [],
  );
}
