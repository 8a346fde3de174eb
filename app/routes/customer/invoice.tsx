import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { InvoicePage } from "#app/components/customer/invoice-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { invoiceView, ownOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const [own, store] = await Promise.all([ownOrder(request, customer, params["orderId"]), findStore()]);
  const { order } = own;
  return json({
    ...(await invoiceView(request, { ...own, store })),
    homePath: paths.order(order.id),
    meta: await privateMeta(`Invoice ${order.invoiceNumber}`, paths.invoice(order.id)),
  });
}

export default function Invoice() {
  return <InvoicePage {...useLoaderData<typeof loader>()} />;
}
