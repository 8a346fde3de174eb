import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { ListCheckoutPage } from "#app/components/checkout/list-checkout-page.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { answerListCheckout, listCheckoutPage, requireGiverCart } from "./list-checkout.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const giving = await requireGiverCart(request, params["listId"], new Date());
  const [visitor, store] = await Promise.all([findVisitor(request), findStore()]);
  const { giver } = giving;
  const values: Record<string, string> = {
    giver_name: giver.giverName,
    gift_message: giver.message ?? "",
    email: giver.email,
    ...(visitor ? { billing_first_name: visitor.firstName, billing_last_name: visitor.lastName } : {}),
  };
  const isUnpaid = new URL(request.url).searchParams.get("payment") === "back";
  const meta = pageMeta({
    title: "Checkout",
    canonicalPath: null,
    noindex: true,
    origin: shopOrigin(),
    storeName: store.name,
  });
  return json({ page: await listCheckoutPage(request, giving, { values, isUnpaid }), meta });
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
