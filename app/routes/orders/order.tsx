import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { GuestOrderPage } from "#app/components/order/guest-order-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { hasInvoice } from "#app/models/order/customer-order.ts";
import { orderForBuyer } from "#app/models/order/order.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { paths } from "#app/paths.ts";

import { againView, buyAgain } from "./buy-again.server.ts";
import { doneIn, lifeView, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visible = await visibleOrder(request, params["orderId"]);
  const { order, store } = visible;
  return json({
    order: orderForBuyer(order),
    ...(await lifeView(visible, new Date())),
    done: doneIn(request),
    placedAtText: dateTimeText(order.placedAt, store),
    again: await againView(request, order),
    hasInvoice: hasInvoice(order),
    meta: await privateMeta(`Order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order } = await visibleOrder(request, params["orderId"]);
  return buyAgain(request, order, (again) => `${paths.visibleOrder(order.id)}?again=${again}`);
}

export const headers = () => SECRET_PAGE;

export default function OrderRoute() {
  const answer = useActionData<typeof action>();
  return <GuestOrderPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
