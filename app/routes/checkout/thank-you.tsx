import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { OrderLookup } from "#app/components/checkout/order-lookup.tsx";
import { ThankYouPage } from "#app/components/checkout/thank-you-page.tsx";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { visibleOrderId } from "#app/http/request/visible-order.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { findSpareGifts } from "#app/models/gift-list/spare.server.ts";
import { cancellationLaw } from "#app/models/store/law.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { hasOpenDispute } from "#app/models/order/fulfilment.ts";
import { wasPaid } from "#app/models/order/money.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { orderForBuyer, type Order, payerName } from "#app/models/order/order.ts";
import { isUnderWay, orderNeededText } from "#app/models/order/customer-order.ts";
import { preorderOfOrder } from "#app/models/order/preorder.ts";
import { paths } from "#app/paths.ts";
import { lookUp } from "#app/routes/orders/find-order.server.ts";
import { stepDates } from "#app/routes/orders/order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

/** Differs from the title of /orders, which has the same form. */
const LOOKUP_TITLE = "Find your order confirmation";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [session, store] = await Promise.all([readSession(request), findStore()]);
  const head = (title: string) => privateMeta(title, paths.thankYou());
  const id = params["orderId"] ?? session.lastOrderId();
  const visibleId = await visibleOrderId(request, id);
  const order = visibleId && (await findOrder(visibleId));
  if (!order) return json({ kind: "lookup" as const, meta: await head(LOOKUP_TITLE) });
  if (order.status === "awaiting-payment") throw seeOther(paths.orderProcessing({ order: order.id }));
  const { returns, locale, timeZone } = store;
  const life = await findFulfilmentHistory(order.id);
  const now = new Date();
  return json({
    kind: "order" as const,
    order: orderForBuyer(order),
    spareGifts: await findSpareGifts(order, life, now),
    hasOpenDispute: hasOpenDispute(life),
    preorder: preorderOfOrder(order, life, { store, now }),
    needed: orderNeededText(order, store, now),
    returns: {
      law: cancellationLaw(store, order.deliveryAddress.country_code),
      cancellationDays: returns.statutoryCancellationDays,
      days: returns.ourReturnsDays,
    },
    wasPaid: wasPaid(order, life),
    isOwed: life.refunds.some(({ status }) => status === "failed"),
    placedAtText: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }).format(
      new Date(order.placedAt),
    ),
    stepDates: stepDates(life.moves, store),
    offer: (await findVisitor(request)) ? null : offerOf(order),
    meta: await head(isUnderWay(order.status) ? `Thank you: order ${order.number}` : `Order ${order.number}`),
  });
}

/** For the person who pays, not the recipient. */
function offerOf(order: Order) {
  const { status, email } = order;
  if (email === "" || status === "cancelled" || status === "declined" || status === "refunded") return null;
  return { email, ...payerName(order), honeypotName: honeypotFieldName() };
}

export async function action({ request }: ActionFunctionArgs) {
  const found = await lookUp(request);
  if (!found.ok) return found.answer;
  const session = await readSession(request);
  session.addOrder(found.orderId);
  const cookie = await commitSession(session);
  throw seeOther(paths.thankYou(found.orderId), cookie ? { "Set-Cookie": cookie } : {});
}

export default function ThankYou() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (page.kind === "order") return <ThankYouPage {...page} />;
  return (
    <OrderLookup
      title={LOOKUP_TITLE}
      action={paths.thankYou()}
      errors={answer?.errors ?? {}}
      values={answer?.values ?? {}}
    />
  );
}
