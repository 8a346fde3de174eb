/** /account/orders/{orderId}/invoice: the invoice of an order that was paid, for print. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { InvoicePage } from "#app/components/account/invoice-page.tsx";
import { requireCustomer } from "#app/http/require-customer.server.ts";
import { notFound } from "#app/http/responses.server.ts";
import { findVatRates } from "#app/models/customer-order.server.ts";
import { dateText } from "#app/models/date-text.ts";
import { vatRows } from "#app/models/invoice.ts";
import { findStore } from "#app/models/store.server.ts";
import { paths } from "#app/paths.ts";

import { accountMeta } from "./account-meta.server.ts";
import { ownOrder } from "./own-order.server.ts";
import { sellerLines, sellerNumbers } from "./seller.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const customer = await requireCustomer(request);
  const [{ order }, store] = await Promise.all([ownOrder(request, customer, params["orderId"]), findStore()]);
  // An order that was never paid has no invoice.
  if (order.paidAt === null) throw notFound(request);
  const rates = await findVatRates(customer.id, order.id);
  return json({
    order,
    paidText: dateText(order.paidAt, store),
    placedText: dateText(order.placedAt, store),
    seller: { lines: sellerLines(store), numbers: sellerNumbers(store) },
    vat: vatRows(order, rates),
    meta: accountMeta(`Invoice ${order.number}`, paths.invoice(order.id), store),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Invoice() {
  return <InvoicePage {...useLoaderData<typeof loader>()} />;
}
