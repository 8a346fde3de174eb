import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { CancelOrderPage } from "#app/components/order/cancel-order-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { cancelOrder, refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { canMoveOrder } from "#app/models/order/status.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";
import { accountMeta } from "#app/routes/account/account.server.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

const formSchema = z.object({ intent: z.literal("cancel") });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, store } = await visibleOrder(request, params["orderId"]);
  const homePath = await homeOf(request, order.id);
  if (order.status === "cancelled" || order.status === "refunded") throw seeOther(homePath);
  return json({
    order,
    homePath,
    canCancel: canMoveOrder(order.status, "cancelled", "customer"),
    refund: await refundOfCancelling(order),
    meta: accountMeta(`Cancel order ${order.number}`, paths.findOrder(), store),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order } = await visibleOrder(request, params["orderId"]);
  const form = await readForm(request, formSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  const reason = "cancelled by the customer";
  const cancelled = await cancelOrder(order.id, { by: "customer", reason, now: new Date() });
  if (!cancelled.ok) return refusal(cancelled);
  throw seeOther(`${await homeOf(request, order.id)}?done=cancelled`);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export const headers = () => SECRET_PAGE;

export default function CancelOrder() {
  const answer = useActionData<typeof action>();
  return <CancelOrderPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
