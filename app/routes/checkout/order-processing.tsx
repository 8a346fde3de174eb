import { type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ProcessingPage } from "#app/components/checkout/processing-page.tsx";
import { visibleOrderId } from "#app/http/request/visible-order.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { wasPaid } from "#app/models/order/money.ts";
import type { Order } from "#app/models/order/order.ts";
import { findPaymentPage } from "#app/models/order/payment/page.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

/** Seconds until the page reloads. Slow readers need at least ten. */
const REFRESH_SECONDS = 10;
/** After 60 seconds the page stops reloading and promises an email. */
const LOADS_MAX = 6;

/** Idempotent: it settles the payment as the webhook does, so a reload or a second tab changes nothing more. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { order, state } = await settleOwnOrder(request, searchParams.get("order"));
  const back = checkoutOf(order);
  if (await isGivenUp(order)) throw seeOther(back);
  if (order.status !== "awaiting-payment") throw seeOther(paths.thankYou(order.id));
  // The shopper left an open payment page: checkout closes it.
  if (searchParams.has("left") && state === "pending") throw seeOther(back);

  const isUnderWay = state === "processing";
  const loads = loadsSoFar(searchParams);
  const keepsPolling = loads < LOADS_MAX;
  const next = paths.orderProcessing({ order: order.id, wait: loads + 1 });
  const page = {
    number: order.number,
    email: order.email,
    image: order.lines[0]?.image ?? null,
    isUnderWay,
    keepsPolling,
    checkAgainPath: keepsPolling ? next : paths.orderProcessing({ order: order.id }),
    paymentUrl: isUnderWay ? null : await findPaymentPage(order.id),
    meta: await privateMeta("Checking your payment", paths.orderProcessing()),
  };
  return json(page, { headers: keepsPolling ? { Refresh: `${REFRESH_SECONDS}; url=${next}` } : {} });
}

/** What money came for goes on to its page, whatever became of it. */
async function isGivenUp(order: Order): Promise<boolean> {
  if (order.status !== "cancelled" && order.status !== "declined") return false;
  return !wasPaid(order, await findFulfilmentHistory(order.id));
}

function checkoutOf({ delivery: { giftList } }: Pick<Order, "delivery">): string {
  const checkout = giftList ? paths.giftListCheckout(giftList.listId) : paths.checkout();
  return `${checkout}?payment=back`;
}

/** Another browser's order and no order look the same. */
async function settleOwnOrder(request: Request, requested: string | null) {
  const orderId = requested ?? (await readSession(request)).lastOrderId();
  if (orderId === null) throw seeOther(paths.thankYou());
  const visibleId = await visibleOrderId(request, orderId);
  const settled = visibleId && (await settle(visibleId, new Date()));
  if (!settled) throw notFound(request);
  return settled;
}

function loadsSoFar(searchParams: URLSearchParams): number {
  const wait = searchParams.get("wait") ?? "";
  return /^\d{1,3}$/.test(wait) ? Number(wait) : 0;
}

export function headers({ loaderHeaders }: HeadersArgs) {
  const refresh = loaderHeaders.get("Refresh");
  return refresh ? { Refresh: refresh } : {};
}

export default function OrderProcessing() {
  return <ProcessingPage {...useLoaderData<typeof loader>()} />;
}
