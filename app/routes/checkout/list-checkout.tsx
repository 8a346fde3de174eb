import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { ListCheckoutPage } from "#app/components/checkout/list-checkout-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { findEarlierTry } from "#app/models/checkout/view.server.ts";

import { answerListCheckout } from "./list-checkout.server.ts";
import { listCheckoutPage, requireGiverCart, valuesBefore } from "./list-checkout-page.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const giving = await requireGiverCart(request, params["listId"], new Date());
  const { list, cart, giver, visitor } = giving;
  const session = await readSession(request);
  const earlier = await findEarlierTry(session.orderIds(), cart.id);
  const values: Record<string, string> = {
    giver_name: giver.giverName,
    gift_message: giver.message ?? "",
    email: giver.email,
    ...(visitor ? { billing_first_name: visitor.firstName, billing_last_name: visitor.lastName } : {}),
    ...valuesBefore(earlier, list),
  };
  const isBack = new URL(request.url).searchParams.get("payment") === "back";
  const unpaid = isBack && earlier ? { outcome: earlier.outcome, reason: earlier.reason } : null;
  const meta = await privateMeta("Checkout");
  const page = await listCheckoutPage(request, giving, { values, unpaid });
  return json({ page, owner: visitor?.id ?? "", meta });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { status, page, headers } = await answerListCheckout(request, params["listId"], new Date());
  return json({ page, errors: page.errors, problem: page.problem }, { status, headers });
}

export default function ListCheckout() {
  const { page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ListCheckoutPage {...(answer?.page ?? page)} />;
}
