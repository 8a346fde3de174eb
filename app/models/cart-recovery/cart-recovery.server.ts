/** Finding what a recovery link leads to changes nothing, because scanners open links in emails. */
import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { type Cart, countItems } from "#app/models/cart/cart.ts";
import type { LinkPurpose } from "#app/models/cart/recovery-link.server.ts";
import { findMarketingRecord, findMarketingRow } from "#app/models/marketing/cart-snapshot.server.ts";
import type { MarketingProduct } from "#app/models/marketing/cart.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { OrderLine } from "#app/models/order/order.ts";
import { type CartId, isOrderId } from "#app/models/shared/ids.ts";

import type { FoundRecovery, Recovery, RecoveryVisit } from "./cart-recovery.ts";
import { findSavedItems, itemsOf, type SavedLine } from "./saved-items.server.ts";

export type RecoveryLink = Readonly<{ cartId: CartId; purpose: LinkPurpose | null }>;

/**
 * Only the link of our email, which its recipient has, and the account's owner get the cart itself. The API's link
 * copies its items. Who knows no more than its id may copy its goods without what was typed for them, and of a
 * customer's cart nothing.
 */
export async function findRecovery(link: RecoveryLink, visit: RecoveryVisit, now: Date): Promise<Recovery> {
  const [saved, own] = await Promise.all([
    findCart(link.cartId),
    visit.cartId === null || visit.cartId === link.cartId ? null : findCart(visit.cartId),
  ]);
  const current = own ? itemsOf(own) : [];
  const found =
    saved && saved.lines.length > 0 ? await livingCart(saved, link, visit) : await lostCart(link, visit, now);
  if (found === "here") return { kind: "here" };
  if (found) return { kind: "found", current, orderId: null, isAccounts: false, ...found };
  return { kind: "gone", currentItems: own ? countItems(own.lines) : 0 };
}

type Found = Pick<FoundRecovery, "source" | "saved"> & Partial<Pick<FoundRecovery, "isAccounts" | "orderId">>;

async function livingCart(
  cart: Cart,
  link: RecoveryLink,
  visit: RecoveryVisit,
): Promise<Found | "here" | null> {
  if (cart.id === visit.cartId) return "here";
  const { mayHave, isTrusted } = rightsTo(cart.customerId, link, visit);
  if (!mayHave) return null;
  if (!isTrusted && link.purpose === null)
    return { source: "copy", saved: await findSavedItems(cart.lines.map(withoutTyped), visit.cartId) };
  const saved = itemsOf(cart);
  const isAccounts = cart.customerId !== null && cart.customerId !== visit.customerId;
  return { source: isAccounts || !isTrusted ? "copy" : "cart", saved, isAccounts };
}

async function lostCart(link: RecoveryLink, visit: RecoveryVisit, now: Date): Promise<Found | null> {
  const order = await findOrderOfCart(link.cartId);
  if (order) {
    const { mayHave, isTrusted } = rightsTo(order.customerId, link, visit);
    if (!mayHave) return null;
    const lines = order.lines.map(isTrusted ? orderedLine : withoutTyped);
    return { source: "order", saved: await findSavedItems(lines, visit.cartId), orderId: order.id };
  }
  const record = await findMarketingRecord(link.cartId, now);
  const row = record && (await findMarketingRow(link.cartId));
  if (!row) return null;
  const { mayHave, isTrusted } = rightsTo(row.customer_id, link, visit);
  if (!mayHave) return null;
  const lines = record.products.map(savedLine);
  const saved = await findSavedItems(isTrusted ? lines : lines.map(withoutTyped), visit.cartId);
  return saved.length > 0 ? { source: "record", saved } : null;
}

/** `isTrusted`: they may use the cart itself, and see what was typed once it is gone. */
function rightsTo(ownerId: string | null, { purpose }: RecoveryLink, { customerId }: RecoveryVisit) {
  const isOwn = ownerId !== null && ownerId === customerId;
  return {
    mayHave: isOwn || ownerId === null || purpose !== null,
    isTrusted: isOwn || purpose === "recovery",
  };
}

function withoutTyped({ variantId, quantity, name }: Omit<SavedLine, "personalisation">): SavedLine {
  return { variantId, quantity, name, personalisation: null };
}

function savedLine({ variantID, quantity, title, personalisation }: MarketingProduct): SavedLine {
  return { variantId: Number(variantID), quantity, name: title, personalisation: personalisation ?? null };
}

function orderedLine({ variantId, quantity, name, personalisation }: OrderLine): SavedLine {
  return { variantId, quantity, name, personalisation: personalisation?.text ?? null };
}

async function findOrderOfCart(cartId: CartId) {
  const rows = await db()
    .selectFrom("orders")
    .select(["id", "status"])
    .where("cart_id", "=", cartId)
    .where("paid_at", "is not", null)
    .orderBy("paid_at", "desc")
    .execute();
  const id = rows.map((row) => row.id).find(isOrderId);
  return id ? findOrder(id) : null;
}

export async function wasOrdered(cartId: CartId): Promise<boolean> {
  const row = await db()
    .selectFrom("orders")
    .select("id")
    .where("cart_id", "=", cartId)
    .where("paid_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
