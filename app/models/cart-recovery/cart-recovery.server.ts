/** Finding what a recovery link leads to changes nothing, because scanners open links in emails. */
import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { type Cart, countItems } from "#app/models/cart/cart.ts";
import { findMarketingRecord, findMarketingRow } from "#app/models/marketing/cart-snapshot.server.ts";
import type { MarketingProduct } from "#app/models/marketing/cart.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { OrderLine } from "#app/models/order/order.ts";
import { type CartId, isOrderId } from "#app/models/shared/ids.ts";

import type { FoundRecovery, Recovery, RecoveryVisit } from "./cart-recovery.ts";
import { findSavedItems, itemsOf, type SavedLine } from "./saved-items.server.ts";

export type RecoveryLink = Readonly<{ cartId: CartId; isSigned: boolean }>;

/**
 * To others a signed link of a customer's cart gives the items, an unsigned one nothing; the result holds nothing
 * personal.
 */
export async function findRecovery(link: RecoveryLink, visit: RecoveryVisit, now: Date): Promise<Recovery> {
  const [saved, own] = await Promise.all([
    findCart(link.cartId),
    visit.cartId === null || visit.cartId === link.cartId ? null : findCart(visit.cartId),
  ]);
  const current = own ? itemsOf(own) : [];
  const found =
    saved && saved.lines.length > 0 ? livingCart(saved, link, visit) : await lostCart(link, visit, now);
  if (found === "here") return { kind: "here" };
  if (found) return { kind: "found", current, orderId: null, isAccounts: false, ...found };
  return { kind: "gone", currentItems: own ? countItems(own.lines) : 0 };
}

type Found = Pick<FoundRecovery, "source" | "saved"> & Partial<Pick<FoundRecovery, "isAccounts" | "orderId">>;

function livingCart(
  cart: Cart,
  { isSigned }: RecoveryLink,
  { customerId, cartId }: RecoveryVisit,
): Found | "here" | null {
  if (cart.id === cartId) return "here";
  const saved = itemsOf(cart);
  if (cart.customerId !== null && cart.customerId !== customerId)
    return isSigned ? { source: "copy", saved, isAccounts: true } : null;
  // Who got the link from somebody else must not read what was typed in another browser.
  const isOpen = isSigned || cart.customerId !== null || !isPersonal(cart);
  return { source: isOpen ? "cart" : "copy", saved };
}

function isPersonal({ email, deliveryPostcode, lines }: Cart): boolean {
  return (
    email !== null ||
    deliveryPostcode !== null ||
    lines.some(({ gift, personalisation }) => gift?.message || personalisation)
  );
}

async function lostCart(link: RecoveryLink, visit: RecoveryVisit, now: Date): Promise<Found | null> {
  const order = await findOrderOfCart(link.cartId);
  if (order) {
    if (!mayHave(order.customerId, link, visit)) return null;
    return {
      source: "order",
      saved: await findSavedItems(order.lines.map(orderedLine), visit.cartId),
      orderId: order.id,
    };
  }
  const record = await findMarketingRecord(link.cartId, now);
  const row = record && (await findMarketingRow(link.cartId));
  if (!row || !mayHave(row.customer_id, link, visit)) return null;
  const saved = await findSavedItems(record.products.map(savedLine), visit.cartId);
  return saved.length > 0 ? { source: "record", saved } : null;
}

function mayHave(ownerId: string | null, { isSigned }: RecoveryLink, { customerId }: RecoveryVisit): boolean {
  return ownerId === null || ownerId === customerId || isSigned;
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
