import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { type LinkProblem, OrderLookup } from "#app/components/checkout/order-lookup.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

import { lookUp, openFoundOrder } from "./find-order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

const TITLE = "Find your order";

export async function loader({ request }: LoaderFunctionArgs) {
  const problem = linkProblem(new URL(request.url).searchParams.get("link"));
  return json({ problem, meta: await privateMeta(TITLE, paths.findOrder()) });
}

export async function action({ request }: ActionFunctionArgs) {
  const found = await lookUp(request);
  if (!found.ok) return found.answer;
  throw await openFoundOrder(request, found.orderId, paths.visibleOrder(found.orderId, { link: "opened" }));
}

function linkProblem(text: string | null): LinkProblem | null {
  return text === "expired" || text === "no-cookie" ? text : null;
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
