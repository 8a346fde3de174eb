import { notFound } from "#app/http/response/responses.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { findCreditNotes } from "#app/models/order/credit-note.server.ts";
import { findCustomerOrder, findVatRates } from "#app/models/order/customer-order.server.ts";
import type { CustomerOrder } from "#app/models/order/customer-order.ts";
import type { FulfilmentHistory } from "#app/models/order/fulfilment.ts";
import { vatRows } from "#app/models/order/invoice.ts";
import { buyerMoneyRows } from "#app/models/order/money-rows.ts";
import { orderMoney } from "#app/models/order/money.ts";
import { orderForBuyer, type Order } from "#app/models/order/order.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { dateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

import { sellerNumbers } from "./seller.ts";

/** Throws the same 404 for ids that are malformed, unknown or somebody else's. */
export async function ownOrder(
  request: Request,
  customer: Pick<Customer, "id">,
  orderId: string | undefined,
): Promise<CustomerOrder> {
  const own = isOrderId(orderId) ? await findCustomerOrder(customer.id, orderId) : null;
  if (!own) throw notFound(request);
  return own;
}

type Invoiced = Readonly<{ order: Order; life: FulfilmentHistory; store: Store }>;

/** Throws a 404 for an order that was never paid. */
export async function invoiceView(request: Request, invoiced: Invoiced) {
  const invoice = await invoiceOf(invoiced);
  if (invoice === null) throw notFound(request);
  return invoice;
}

/** Null for an order that was never paid. */
export async function invoiceOf({ order, life, store }: Invoiced) {
  if (order.paidAt === null) return null;
  const rates = await findVatRates(order.id);
  return {
    order: orderForBuyer(order),
    paidText: dateText(order.paidAt, store),
    placedText: dateText(order.placedAt, store),
    seller: sellerOf(store),
    vat: vatRows(order, rates),
    money: buyerMoneyRows(orderMoney(order, life), store.locale),
  };
}

const sellerOf = (store: Store) => ({ lines: sellerLines(store.company), numbers: sellerNumbers(store) });

/** In the order of their numbers. */
export async function creditNoteViews({ order, life, store }: Invoiced) {
  const notes = await findCreditNotes(order, life);
  const seller = sellerOf(store);
  return notes.map((note) => ({
    order: orderForBuyer(order),
    seller,
    note,
    issuedText: dateText(note.createdAt, store),
  }));
}
