import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { CancelOrderPage } from "#app/components/order/cancel-order-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { cancelOrder, refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { hasOpenDispute } from "#app/models/order/fulfilment.ts";
import { orderForBuyer } from "#app/models/order/order.ts";
import { canBuyerCancel, isWorkBegun, unitsToCancel } from "#app/models/order/words.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const formSchema = z.object({ intent: z.literal("cancel") });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life } = await visibleOrder(request, params["orderId"]);
  const homePath = await homeOf(request, order.id);
  if (order.status === "cancelled" || order.status === "refunded") throw seeOther(homePath);
  return json({
    order: orderForBuyer(order),
    homePath,
    canCancel: canBuyerCancel(order, life),
    part: order.status === "partially-shipped" ? unitsToCancel(order, life) : null,
    isWorkBegun: isWorkBegun(order, life),
    hasOpenDispute: hasOpenDispute(life),
    refund: await refundOfCancelling(order),
    meta: await privateMeta(`Cancel order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order } = await visibleOrder(request, params["orderId"]);
  const form = await readForm(request, formSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  const reason = "cancelled by the customer";
  const cancelled = await cancelOrder(order.id, { by: "customer", reason, now: new Date() });
  if (!cancelled.ok) return refusal(cancelled);
  const done = cancelled.value.before.endsWith("shipped") ? "items" : "cancelled";
  throw seeOther(`${await homeOf(request, order.id)}?done=${done}`);
}

export const headers = () => SECRET_PAGE;

export default function CancelOrder() {
  const answer = useActionData<typeof action>();
  return <CancelOrderPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
