import type { Selectable } from "kysely";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { hasOwnPage } from "#app/models/catalogue/on-shop.server.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, CartLineId, CustomerId, SavedItemId, SavedListId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { type AddCode, type Added, putItems } from "./cart.server.ts";
import type { Cart, CartLine } from "./cart.ts";
import { findSaleables, limitsOf, lineRows, personalised, type Saleable, unitsOf } from "./line.server.ts";
import { quantityMaximum } from "./quantity.ts";
import { createCart, lockCart } from "./queries.server.ts";
import {
  joinedItem,
  priceChange,
  SAVED_GUEST_DAYS,
  SAVED_MAX,
  type SavedForLater,
  type SavedOwner,
  savedState,
} from "./saved-for-later.ts";
import { removeLine } from "./update-line.server.ts";

type SavedRow = Selectable<Database["saved_items"]>;
type OwnerColumns = Pick<SavedRow, "customer_id" | "list_id">;

const DAY_MS = 86_400_000;

function columnsOf(owner: SavedOwner): OwnerColumns {
  return "customerId" in owner
    ? { customer_id: owner.customerId, list_id: null }
    : { customer_id: null, list_id: owner.listId };
}

const rowsOf = compiledQuery((database, { customer_id, list_id }: OwnerColumns) =>
  database
    .selectFrom("saved_items")
    .selectAll()
    .where((item) => item.or([item("customer_id", "=", customer_id), item("list_id", "=", list_id)]))
    .orderBy("saved_at", "desc")
    .orderBy("id"),
);

export async function listSavedForLater(
  owner: SavedOwner | null,
  cart: Cart | null,
  now: Date,
): Promise<ReadonlyArray<SavedForLater>> {
  if (!owner) return [];
  const inCart = new Set(cart?.lines.map((line) => keyOf(line.variantId, line.personalisation?.text)));
  const rows = (await rowsOf(columnsOf(owner))).filter(
    ({ variant_id, personalisation, list_id, saved_at }) =>
      !inCart.has(keyOf(variant_id, personalisation)) &&
      (list_id === null || saved_at > guestItemsUntil(now)),
  );
  if (rows.length === 0) return [];
  const terms = await findSaleTerms();
  const [saleables, products] = await Promise.all([
    findSaleables(
      rows.map((row) => row.variant_id),
      { terms, cartId: cart?.id ?? null },
    ),
    findProductPaths(rows.map((row) => row.product_id)),
  ]);
  return rows.map((row) => {
    const saleable = saleables.get(row.variant_id);
    const shown = saleable ? personalised(saleable, row.personalisation) : null;
    return {
      ...shownItem(row, shown, products.get(row.product_id) ?? null),
      id: row.id as SavedItemId,
      variantId: row.variant_id,
      quantity: row.quantity,
      state: savedState(shown, {
        isProductSold: products.has(row.product_id),
        restockedAt: row.restocked_at,
        now,
      }),
    };
  });
}

function keyOf(variantId: number, words = ""): string {
  return `${variantId} ${words}`;
}

function shownItem(row: SavedRow, shown: Saleable["shown"] | null, path: string | null) {
  if (!shown) {
    const { name, variant_label: variantLabel } = row;
    return { name, variantLabel, path, image: null, ageText: null, price: null, change: null };
  }
  const { name, variantLabel, image, ageText } = shown;
  const item = { name, variantLabel, image, ageText };
  if (!shown.isForSale) return { ...item, path, price: null, change: null };
  return {
    ...item,
    path: shown.path,
    price: shown.price,
    change: priceChange(shown.price.now, money(row.price_minor, row.currency)),
  };
}

async function findProductPaths(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, string>> {
  const rows = await db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", "products.slug", "categories.path"])
    .where("products.id", "in", [...new Set(ids)])
    .where(hasOwnPage)
    .where("products.availability", "<>", "discontinued")
    .execute();
  return new Map(rows.map(({ id, slug, path }) => [id, productPath(path, slug)]));
}

type SavedAnswer = Readonly<{
  cart: Cart | null;
  line: CartLine;
  savedId: SavedItemId;
  isCut: boolean;
}>;

export async function saveForLater(
  owner: SavedOwner,
  { cartId, lineId }: Readonly<{ cartId: CartId; lineId: CartLineId }>,
  now: Date,
): Promise<Result<SavedAnswer, "cart-not-found" | "line-not-found">> {
  return transact(async () => {
    const changed = await removeLine(cartId, lineId, now);
    if (!changed.ok) return changed;
    const { cart, removed: line } = changed.value;
    if (!line) return refused("line-not-found");
    const columns = columnsOf(owner);
    const item = {
      ...columns,
      product_id: line.productId,
      variant_id: line.variantId,
      name: line.name,
      variant_label: line.personalisation ? line.personalisation.plainLabel : line.variantLabel,
      personalisation: line.personalisation?.text ?? "",
      quantity: line.quantity,
      price_minor: line.price.now.minor,
      currency: line.price.now.currency,
      saved_at: now.toISOString(),
      restocked_at: null,
    };
    const owned = columns.customer_id === null ? "list_id" : "customer_id";
    const { id } = await db()
      .insertInto("saved_items")
      .values({ ...item, id: newId("saved") })
      .onConflict((conflict) => conflict.columns([owned, "variant_id", "personalisation"]).doUpdateSet(item))
      .returning("id")
      .executeTakeFirstOrThrow();
    return ok({ cart, line, savedId: id as SavedItemId, isCut: await cutList(columns) });
  });
}

async function cutList(owner: OwnerColumns): Promise<boolean> {
  const over = (await rowsOf(owner)).slice(SAVED_MAX).map(({ id }) => id);
  if (over.length > 0) await db().deleteFrom("saved_items").where("id", "in", over).execute();
  return over.length > 0;
}

type Moved = Added &
  Readonly<{
    quantity: number;
    isFewer: boolean;
  }>;

type MoveCode = AddCode | "saved-item-not-found";

/** As many as there are; a new cart takes them if `cartId` is missing or gone. */
export async function moveToCart(
  owner: SavedOwner | null,
  { cartId, savedId }: Readonly<{ cartId: CartId | null; savedId: SavedItemId }>,
  now: Date,
): Promise<Result<Moved, MoveCode>> {
  const terms = await findSaleTerms();
  return transact(async () => {
    // Deleting first lets only one of two presses go on.
    const item = owner && (await takeItem(owner, savedId));
    if (!item) return refused("saved-item-not-found");
    const known = cartId && (await lockCart(cartId, now));
    const row = known ?? (await createCart(terms.currency, now));
    const variantId = item.variant_id;
    const saleable = (await findSaleables([variantId], { terms, cartId: row.id as CartId })).get(variantId);
    if (!saleable) return refused("not-for-sale", { name: item.name });
    const inCart = unitsOf(await lineRows({ cartId: row.id as CartId }), variantId);
    const room = quantityMaximum(limitsOf(saleable)) - inCart;
    const quantity = room > 0 ? Math.min(item.quantity, room) : item.quantity;
    const personalisation = item.personalisation || null;
    const put = await putItems(row, [{ variantId, quantity, personalisation }], { terms, now });
    if (!put.ok) return put;
    return ok({ ...put.value, created: !known, quantity, isFewer: quantity < item.quantity });
  });
}

async function takeItem(owner: SavedOwner, savedId: SavedItemId): Promise<SavedRow | null> {
  const { customer_id, list_id } = columnsOf(owner);
  const row = await db()
    .deleteFrom("saved_items")
    .where("id", "=", savedId)
    .where((item) => item.or([item("customer_id", "=", customer_id), item("list_id", "=", list_id)]))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function removeSavedItem(
  owner: SavedOwner | null,
  savedId: SavedItemId,
): Promise<string | null> {
  const item = owner && (await takeItem(owner, savedId));
  return item && fullName(item.name, item.variant_label);
}

/** Repeating it changes nothing; true if the oldest items had to leave. */
export async function joinSavedItems(customerId: CustomerId, listId: SavedListId): Promise<boolean> {
  const done = await transact(async () => {
    const guest = await rowsOf(columnsOf({ listId }));
    if (guest.length === 0) return ok(false);
    const owner = columnsOf({ customerId });
    const own = new Map(
      (await rowsOf(owner)).map((row) => [keyOf(row.variant_id, row.personalisation), row]),
    );
    await db().deleteFrom("saved_items").where("list_id", "=", listId).execute();
    for (const row of guest) {
      const mine = own.get(keyOf(row.variant_id, row.personalisation));
      const { quantity, saved_at, price_minor, currency } = mine ? joinedItem(mine, row) : row;
      const joined = { quantity, saved_at, price_minor, currency };
      await db()
        .insertInto("saved_items")
        .values({ ...row, ...owner, ...joined })
        .onConflict((conflict) =>
          conflict.columns(["customer_id", "variant_id", "personalisation"]).doUpdateSet(joined),
        )
        .execute();
    }
    return ok(await cutList(owner));
  });
  return done.value;
}

export async function noteRestock(variantId: number, now: Date): Promise<void> {
  await db()
    .updateTable("saved_items")
    .set({ restocked_at: now.toISOString() })
    .where("variant_id", "=", variantId)
    .execute();
}

function guestItemsUntil(now: Date): string {
  return new Date(now.getTime() - SAVED_GUEST_DAYS * DAY_MS).toISOString();
}

export async function cleanUpSavedItems(now: Date): Promise<void> {
  await db()
    .deleteFrom("saved_items")
    .where("list_id", "is not", null)
    .where("saved_at", "<=", guestItemsUntil(now))
    .execute();
}
