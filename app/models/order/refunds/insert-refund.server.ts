import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { numberCreditNote } from "#app/models/order/document-numbers.server.ts";
import { REFUND_WORDS_MAX } from "#app/models/order/refund-shares.ts";
import type { RefundRequest } from "#app/models/order/refund.server.ts";
import type { Wear } from "#app/models/order/wear/wear.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";

/** The request key of a refund that an email about its order has announced: the order could not be taken. */
export const GIVEN_BACK = "given back";

type Row = Readonly<{
  refundId: string;
  orderId: OrderId;
  amount: Money;
  /** Minor units, as are the next three; left out: nothing. */
  delivery?: number;
  goodwill?: number;
  setOff?: number;
  returnCost?: number;
  wear?: Wear | null;
}>;

/** Queues what the provider is to give back. Call it in the transaction that holds the order. */
export async function insertRefundRow(
  { refundId, orderId, amount, delivery = 0, goodwill, setOff, returnCost, wear = null }: Row,
  { key, refund, reason, words = "", by, now }: Omit<RefundRequest, "isRestocked">,
): Promise<void> {
  await db()
    .insertInto("refunds")
    .values({
      id: refundId,
      order_id: orderId,
      request_key: key,
      amount_minor: amount.minor,
      delivery_minor: delivery,
      goodwill_minor: goodwill,
      set_off_minor: setOff,
      return_cost_minor: returnCost,
      ...(wear ? { wear_minor: wear.minor, wear_reason: wear.reason } : {}),
      has_delivery: refund.delivery === true ? 1 : 0,
      currency: amount.currency,
      reason,
      customer_words: inOneLine(words).slice(0, REFUND_WORDS_MAX),
      actor: by,
      status: "queued",
      created_at: now.toISOString(),
    })
    .execute();
  await numberCreditNote(refundId);
  await enqueue({ key: `refund:${refundId}`, kind: "order-refund", payload: { refundId } });
}

const inOneLine = (text: string) => text.replaceAll(/\s/g, " ").trim();
