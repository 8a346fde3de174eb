import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { type LinkProblem, OrderLookup } from "#app/components/checkout/order-lookup.tsx";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { accountMeta } from "#app/routes/account/account.server.ts";

import { lookUp, openFoundOrder } from "./find-order.server.ts";

const TITLE = "Find your order";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  const problem = linkProblem(new URL(request.url).searchParams.get("link"));
  return json({ problem, meta: accountMeta(TITLE, paths.findOrder(), store) });
}

export async function action({ request }: ActionFunctionArgs) {
  const found = await lookUp(request);
  if (!found.ok) return found.answer;
  throw await openFoundOrder(request, found.orderId, paths.visibleOrder(found.orderId, { link: "opened" }));
}

function linkProblem(text: string | null): LinkProblem | null {
  return text === "expired" || text === "no-cookie" ? text : null;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers({ actionHeaders }: HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export default function FindOrder() {
  const { problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OrderLookup
      title={TITLE}
      action={paths.findOrder()}
      problem={problem}
      errors={answer?.errors ?? {}}
      values={answer?.values ?? {}}
    />
  );
}
