import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { InvoiceSheet } from "#app/components/customer/invoice-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";
import { invoiceView } from "#app/routes/customer/order.server.ts";

import { SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visible = await visibleOrder(request, params["orderId"]);
  const { order } = visible;
  return json({
    ...(await invoiceView(request, visible)),
    homePath: paths.visibleOrder(order.id),
    meta: await privateMeta(`Invoice ${order.invoiceNumber}`, paths.findOrder()),
  });
}

export const headers = () => SECRET_PAGE;

export default function VisibleInvoice() {
  return (
    <div className="wrap section-tight">
      <InvoiceSheet {...useLoaderData<typeof loader>()} />
    </div>
  );
}
