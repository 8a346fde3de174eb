import { db } from "#app/db/db.server.ts";
import type { CartLine } from "#app/models/cart/cart.ts";
import type { WrapTotal } from "#app/models/cart/totals.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

import type { Proposal } from "./place-order.server.ts";

/** Minutes for which an unpaid order holds its stock. The payment page closes at the same moment. */
const PAYMENT_MINUTES = 30;

export function orderRow(proposal: Proposal, fingerprint: string, now: Date) {
  const { attemptId, cart, totals, delivery, details } = proposal;
  const at = now.toISOString();
  return {
    status: "awaiting-payment",
    attempt_id: attemptId,
    cart_id: cart.id,
    cart_fingerprint: fingerprint,
    customer_id: proposal.customerId ?? cart.customerId,
    email: details.email,
    delivery_address: JSON.stringify(details.deliveryAddress),
    billing_address: JSON.stringify(details.billingAddress),
    delivery: JSON.stringify(delivery),
    gift_message: details.giftMessage,
    note: details.note,
    has_gift_receipt: details.hasGiftReceipt ? 1 : 0,
    totals: JSON.stringify(totals),
    total_minor: totals.total.minor,
    currency: totals.total.currency,
    placed_at: at,
    expires_at: new Date(now.getTime() + PAYMENT_MINUTES * 60_000).toISOString(),
    paid_at: null,
    updated_at: at,
  };
}

export async function insertRest(id: OrderId, proposal: Proposal, now: Date): Promise<void> {
  const at = now.toISOString();
  await db()
    .insertInto("order_lines")
    .values(proposal.lines.map((line, position) => lineRow(line, { id, position, proposal })))
    .execute();
  await db()
    .insertInto("order_history")
    .values({
      order_id: id,
      from_status: null,
      to_status: "awaiting-payment",
      reason: "placed",
      actor: "customer",
      created_at: at,
    })
    .execute();
  await db()
    .insertInto("payments")
    .values({
      id: newId("payment"),
      order_id: id,
      attempt_id: proposal.attemptId,
      provider: proposal.provider,
      provider_payment_id: null,
      url: null,
      amount_minor: proposal.totals.total.minor,
      currency: proposal.totals.total.currency,
      status: "pending",
      created_at: at,
      updated_at: at,
      provider_checked_at: null,
    })
    .execute();
}

function lineRow(line: CartLine, at: Readonly<{ id: OrderId; position: number; proposal: Proposal }>) {
  const total = at.proposal.totals.lines[at.position];
  const gift = at.proposal.gifts[at.position];
  if (total?.variantId !== line.variantId) throw new Error("The totals are not those of the lines");
  return {
    id: newId("orderline"),
    order_id: at.id,
    position: at.position,
    product_id: line.productId,
    variant_id: line.variantId,
    sku: line.sku,
    name: line.name,
    variant_label: line.variantLabel,
    image: line.image.file,
    path: line.path,
    age_text: line.ageText,
    quantity: line.quantity,
    unit_price_minor: total.unitPrice.minor,
    line_total_minor: total.total.minor,
    vat_minor: total.vat.minor,
    discount_minor: total.discount.minor,
    tax_rate_basis_points: line.taxRateBasisPoints,
    gift_paper: gift?.paper ?? null,
    gift_message: gift?.message ?? null,
    ...wrapColumns(total.wrap),
  };
}

function wrapColumns(wrap: WrapTotal | null) {
  return {
    wrap_minor: wrap?.price.minor ?? 0,
    wrap_vat_minor: wrap?.vat.minor ?? 0,
    wrap_tax_rate_basis_points: wrap?.taxRateBasisPoints ?? 0,
  };
}
