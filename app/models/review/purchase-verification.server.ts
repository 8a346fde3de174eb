import { db } from "#app/db/db.server.ts";
import { isSameHash, hmac } from "#app/db/hmac.server.ts";
import { PAID_FOR } from "#app/models/order/status.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";

export function reviewProof(orderId: OrderId, productId: number): string {
  return hmac("review proof", `${orderId} ${productId}`);
}

export type PurchaseProof = Readonly<{ orderId: string; proof: string }>;
export type Buyer = Readonly<{ email: string; firstName: string }>;

export async function provenBuyer(
  productId: number,
  { orderId, proof }: PurchaseProof,
): Promise<Buyer | null> {
  if (!isOrderId(orderId) || !isSameHash(proof, reviewProof(orderId, productId))) return null;
  const row = await db()
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.id")
    .select(["orders.email", "orders.billing_address"])
    .where("orders.id", "=", orderId)
    .where("orders.status", "in", PAID_FOR)
    .where("order_lines.product_id", "=", productId)
    .executeTakeFirst();
  if (!row) return null;
  const { first_name: firstName } = JSON.parse(row.billing_address) as { first_name: string };
  return { email: row.email, firstName };
}
