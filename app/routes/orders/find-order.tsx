/** /orders: a guest finds an order by its number, e-mail address and postcode, and goes on by a signed link. */
import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { OrderLookup } from "#app/components/checkout/order-lookup.tsx";
import { seeOther } from "#app/http/responses.server.ts";
import { orderLinkKey } from "#app/models/order-link.server.ts";
import { findStore } from "#app/models/store.server.ts";
import { paths } from "#app/paths.ts";
import { accountMeta } from "#app/routes/account/account-meta.server.ts";

import { lookUp } from "./look-up.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  const isLinkOver = new URL(request.url).searchParams.get("link") === "over";
  return json({ isLinkOver, meta: accountMeta("Find your order", paths.findOrder(), store) });
}

export async function action({ request }: ActionFunctionArgs) {
  const found = await lookUp(request);
  if (!found.ok) return found.answer;
  throw seeOther(paths.visibleOrder(found.orderId, { k: orderLinkKey(found.orderId, new Date()) }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers({ actionHeaders }: HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export default function FindOrder() {
  const { isLinkOver } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OrderLookup
      action={paths.findOrder()}
      isLinkOver={isLinkOver}
      errors={answer?.errors ?? {}}
      values={answer?.values ?? {}}
    />
  );
}
