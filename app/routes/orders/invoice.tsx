import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { InvoiceSheet } from "#app/components/account/invoice-page.tsx";
import { paths } from "#app/paths.ts";
import { accountMeta } from "#app/routes/account/account.server.ts";
import { invoiceView } from "#app/routes/account/order.server.ts";

import { SECRET_PAGE, visibleOrder } from "./order.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visible = await visibleOrder(request, params["orderId"]);
  const { order, store } = visible;
  return json({
    ...(await invoiceView(request, visible)),
    homePath: paths.visibleOrder(order.id),
    meta: accountMeta(`Invoice ${order.number}`, paths.findOrder(), store),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export const headers = () => SECRET_PAGE;

export default function VisibleInvoice() {
  return (
    <div className="wrap section-tight">
      <InvoiceSheet {...useLoaderData<typeof loader>()} />
    </div>
  );
}
