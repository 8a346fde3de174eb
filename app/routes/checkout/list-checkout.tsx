import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { ListCheckoutPage } from "#app/components/checkout/list-checkout-page.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { findEarlierTry } from "#app/models/checkout/view.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { answerListCheckout } from "./list-checkout.server.ts";
import { listCheckoutPage, requireGiverCart, valuesBefore } from "./list-checkout-page.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const giving = await requireGiverCart(request, params["listId"], new Date());
  const { list, cart, giver, visitor } = giving;
  const [session, store] = await Promise.all([readSession(request), findStore()]);
  const earlier = await findEarlierTry(session.orderIds(), cart.id);
  const values: Record<string, string> = {
    giver_name: giver.giverName,
    gift_message: giver.message ?? "",
    email: giver.email,
    ...(visitor ? { billing_first_name: visitor.firstName, billing_last_name: visitor.lastName } : {}),
    ...valuesBefore(earlier, list),
  };
  const isBack = new URL(request.url).searchParams.get("payment") === "back";
  const unpaid = isBack ? { outcome: earlier?.outcome ?? null, reason: earlier?.reason ?? null } : null;
  const meta = pageMeta({
    title: "Checkout",
    canonicalPath: null,
    noindex: true,
    origin: shopOrigin(),
    storeName: store.name,
  });
  return json({ page: await listCheckoutPage(request, giving, { values, unpaid }), meta });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { status, page, headers } = await answerListCheckout(request, params["listId"], new Date());
  return json({ page, errors: page.errors, problem: page.problem }, { status, headers });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers({ actionHeaders }: HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export default function ListCheckout() {
  const { page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ListCheckoutPage {...(answer?.page ?? page)} />;
}
