import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { OrderPage } from "#app/components/customer/order-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { hasInvoice } from "#app/models/order/customer-order.ts";
import { orderForBuyer } from "#app/models/order/order.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { againView, buyAgain } from "#app/routes/orders/buy-again.server.ts";
import { doneIn, lifeView } from "#app/routes/orders/order.server.ts";

import { ownOrder } from "./order.server.ts";
import { sellerText } from "./seller.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const [own, store] = await Promise.all([ownOrder(request, customer, params["orderId"]), findStore()]);
  const { order } = own;
  return json({
    order: orderForBuyer(order),
    ...(await lifeView({ ...own, store }, new Date())),
    done: doneIn(request),
    placedAtText: dateTimeText(order.placedAt, store),
    sellerText: sellerText(store),
    hasInvoice: hasInvoice(order),
    again: await againView(request, order),
    meta: await privateMeta(`Order ${order.number}`, paths.order(order.id)),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const customer = await passGuard("login", request);
  const { order } = await ownOrder(request, customer, params["orderId"]);
  return buyAgain(request, order, (again) => paths.order(order.id, { again }));
}

export default function OneOrder() {
  const answer = useActionData<typeof action>();
  return <OrderPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
