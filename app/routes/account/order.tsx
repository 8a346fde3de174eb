/** /account/orders/{orderId}: one of the customer's orders, with reorder. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { OrderPage } from "#app/components/account/order-page.tsx";
import { currentCartId, assignCartToCustomer } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import {
  reorderAvailability,
  againText,
  hasInvoice,
  orderedAgainText,
} from "#app/models/order/customer-order.ts";
import { listAvailability, orderAgain } from "#app/models/order/reorder.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { lifeView } from "#app/routes/orders/order.server.ts";

import { accountMeta } from "./account.server.ts";
import { ownOrder } from "./order.server.ts";
import { sellerText } from "./seller.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const [own, store] = await Promise.all([ownOrder(request, customer, params["orderId"]), findStore()]);
  const { order } = own;
  const lines = await listAvailability(order, null);
  const text = againText(lines);
  return json({
    order,
    ...lifeView({ ...own, store }, new Date()),
    isJustCancelled: new URL(request.url).searchParams.get("done") === "cancelled",
    placedAtText: dateTimeText(order.placedAt, store),
    sellerText: sellerText(store),
    hasInvoice: hasInvoice(order),
    again: {
      text,
      isPossible: lines.some((line) => reorderAvailability(line) !== "gone"),
      states: Object.fromEntries(lines.map((line) => [line.variantId, reorderAvailability(line)])),
      done: orderedAgainText(addedIn(request), order.lines.length),
    },
    meta: accountMeta(`Order ${order.number}`, paths.order(order.id), store),
  });
}

/** How many lines the reorder added, from the address; null without it. */
function addedIn(request: Request): number | null {
  const added = new URL(request.url).searchParams.get("again") ?? "";
  return /^\d{1,3}$/.test(added) ? Number(added) : null;
}

const formSchema = z.object({ intent: z.literal("order-again") });

export async function action({ request, params }: ActionFunctionArgs) {
  const customer = await passGuard("login", request);
  const { order } = await ownOrder(request, customer, params["orderId"]);
  const form = await readForm(request, formSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  const now = new Date();
  const again = await orderAgain(order, await currentCartId(request), now);
  // A new cart belongs to the customer at once.
  const cartId =
    again.cartId && again.added > 0 ? await assignCartToCustomer(request, again.cartId, now) : null;
  const headers: HeadersInit = cartId ? { "Set-Cookie": await cartIdCookie(cartId) } : {};
  throw seeOther(paths.order(order.id, { again: again.added }), headers);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function OneOrder() {
  const answer = useActionData<typeof action>();
  return <OrderPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
