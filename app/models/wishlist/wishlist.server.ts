import { db, transact } from "#app/db/db.server.ts";
import { productAmounts, soldPrice } from "#app/models/catalogue/row-prices.ts";
import { lockCustomer } from "#app/models/customer/customer.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { money, type Money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { PriceTerms } from "#app/models/store/store.ts";

import { CUSTOMER_FAVOURITES_MAX, type Favourite, type Favourites, newFavourites } from "./wishlist.ts";

const UNDO_MS = 86_400_000;
const ALL = 10_000;

/** When it was saved; null if unknown. */
export type SavedFavourite = Favourite & Readonly<{ savedPrice: Money | null }>;

export async function listFavourites(customerId: CustomerId): Promise<ReadonlyArray<SavedFavourite>> {
  const rows = await db()
    .selectFrom("favourites")
    .select(["product_id", "variant_id", "price_minor", "currency"])
    .where("customer_id", "=", customerId)
    .where("removed_at", "is", null)
    .orderBy("position", "desc")
    .execute();
  return rows.map((row) => ({
    productId: row.product_id,
    variantId: row.variant_id,
    savedPrice: money(row.price_minor, row.currency),
  }));
}

type Priced = Favourite & Readonly<{ price: Money }>;

/** Only what the shop sells, in that order; a variant of another product is dropped. */
export async function knownFavourites(list: Favourites): Promise<ReadonlyArray<Priced>> {
  if (list.length === 0) return [];
  const [rows, terms] = await Promise.all([readPrices(list), findSaleTerms()]);
  return list.flatMap(({ productId, variantId }) => {
    const own = rows.filter((row) => row.id === productId);
    const [product] = own;
    if (!product) return [];
    const chosen = own.find((row) => row.variant_id !== null && row.variant_id === variantId);
    return [
      {
        productId,
        variantId: chosen ? variantId : null,
        price: chosen ? priceOfVariant(chosen, terms) : productAmounts(product, terms).lowest,
      },
    ];
  });
}

function readPrices(list: Favourites) {
  const productIds = list.map(({ productId }) => productId);
  // An empty list would be invalid SQL, and no variant has the id 0.
  const variantIds = [0, ...list.flatMap(({ variantId }) => variantId ?? [])];
  return db()
    .selectFrom("products")
    .leftJoin("variants", (join) =>
      join
        .onRef("variants.product_id", "=", "products.id")
        .on("variants.id", "in", variantIds)
        .on("variants.is_visible", "=", 1),
    )
    .select(["products.id", "products.sort_price_minor", "products.price_minor", "products.sale_price_minor"])
    .select(["products.retail_price_minor", "products.prices"])
    .select(["variants.id as variant_id", "variants.price_minor as own_price_minor"])
    .select(["variants.sale_price_minor as own_sale_price_minor", "variants.prices as own_prices"])
    .select(["lowest_price_before_minor", "lowest_prices_before"])
    .where("products.is_visible", "=", 1)
    .where("products.id", "in", productIds)
    .execute();
}

type PriceRow = Awaited<ReturnType<typeof readPrices>>[number];

function priceOfVariant(row: PriceRow, terms: PriceTerms): Money {
  const own = {
    price_minor: row.own_price_minor,
    sale_price_minor: row.own_sale_price_minor,
    prices: row.own_prices ?? "{}",
    lowest_price_before_minor: row.lowest_price_before_minor,
    lowest_prices_before: row.lowest_prices_before ?? "{}",
  };
  return soldPrice(row, own, terms).now;
}

type Refused = "NOT_FOUND" | "product-not-found";

/** First in the list; saved again, it moves there with the new variant. */
export async function saveFavourite(
  customerId: CustomerId,
  favourite: Favourite,
  now: Date,
): Promise<Result<null, Refused>> {
  return transact(async () => {
    if (!(await lockCustomer(customerId, now))) return refused("NOT_FOUND");
    const [known] = await knownFavourites([favourite]);
    if (!known) return refused("product-not-found");
    await putFirst(customerId, [known], now);
    return ok(null);
  });
}

/** In the order of `added` (newest first), before the others. Returns how many were added; a repeat adds nothing. */
export async function addFavourites(
  customerId: CustomerId,
  added: Favourites,
  now: Date,
): Promise<Result<number, Refused>> {
  return transact(async () => {
    if (!(await lockCustomer(customerId, now))) return refused("NOT_FOUND");
    const fresh = newFavourites(await listFavourites(customerId), added, CUSTOMER_FAVOURITES_MAX);
    const known = await knownFavourites(fresh);
    await putFirst(customerId, known, now);
    return ok(known.length);
  });
}

async function putFirst(customerId: CustomerId, list: ReadonlyArray<Priced>, now: Date): Promise<void> {
  if (list.length === 0) return;
  const { last } = await db()
    .selectFrom("favourites")
    .select((select) => select.fn.max<number | null>("position").as("last"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  const rows = list.map((one, index) => ({
    customer_id: customerId,
    product_id: one.productId,
    variant_id: one.variantId,
    price_minor: one.price.minor,
    currency: one.price.currency,
    position: (last ?? 0) + list.length - index,
    saved_at: now.toISOString(),
    removed_at: null,
  }));
  await db()
    .insertInto("favourites")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["customer_id", "product_id"]).doUpdateSet((row) => ({
        variant_id: row.ref("excluded.variant_id"),
        price_minor: row.ref("excluded.price_minor"),
        currency: row.ref("excluded.currency"),
        position: row.ref("excluded.position"),
        saved_at: row.ref("excluded.saved_at"),
        removed_at: null,
      })),
    )
    .execute();
  await dropOldest(customerId);
}

async function dropOldest(customerId: CustomerId): Promise<void> {
  const tooMany = db()
    .selectFrom("favourites")
    .select("product_id")
    .where("customer_id", "=", customerId)
    .where("removed_at", "is", null)
    .orderBy("position", "desc")
    .limit(ALL)
    .offset(CUSTOMER_FAVOURITES_MAX);
  await db()
    .deleteFrom("favourites")
    .where("customer_id", "=", customerId)
    .where("product_id", "in", tooMany)
    .execute();
}

/** It can be restored with its place and price until the next day. */
export async function removeFavourite(customerId: CustomerId, productId: number, now: Date): Promise<void> {
  await setRemoved({ customerId, productId }, now.toISOString());
}

export async function restoreFavourite(customerId: CustomerId, productId: number): Promise<void> {
  await setRemoved({ customerId, productId }, null);
}

type Row = Readonly<{ customerId: CustomerId; productId: number }>;

async function setRemoved({ customerId, productId }: Row, removedAt: string | null): Promise<void> {
  await db()
    .updateTable("favourites")
    .set({ removed_at: removedAt })
    .where("customer_id", "=", customerId)
    .where("product_id", "=", productId)
    .where("removed_at", removedAt === null ? "is not" : "is", null)
    .execute();
}

export async function cleanUpFavourites(now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_MS).toISOString();
  await db().deleteFrom("favourites").where("removed_at", "<", before).execute();
}
