import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { PreorderPage } from "#app/components/order/preorder-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { cancelPreorder, refundOfPreorder, waitForPreorder } from "#app/models/order/preorder.server.ts";
import { preorderSentences, unsentPreorders } from "#app/models/order/preorder.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const formSchema = z.object({ intent: z.enum(["wait", "cancel"]), sendBy: z.string().default("") });

type Params = LoaderFunctionArgs["params"];

function positionIn({ position = "" }: Params): number {
  return /^\d{1,3}$/.test(position) ? Number(position) : -1;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const homePath = await homeOf(request, order.id);
  const unsent = unsentPreorders(order, life).find(({ position }) => position === positionIn(params));
  // It was sent or cancelled since.
  if (!unsent) throw seeOther(homePath);
  return json({
    number: order.number,
    names: order.lines.flatMap(({ name }, at) => ((unsent.units[at] ?? 0) > 0 ? [name] : [])),
    text: preorderSentences(order, [unsent], { store, now: new Date() }),
    before: unsent.promise.movedFrom ?? null,
    sendBy: unsent.promise.sendBy ?? "",
    canCancel: unsent.canCancel,
    refund: await refundOfPreorder(order, unsent),
    path: paths.preorder(order.id, unsent.position),
    homePath,
    meta: await privateMeta(`Your pre-order, order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order } = await visibleOrder(request, params["orderId"]);
  const position = positionIn(params);
  const form = await readForm(request, formSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  const now = new Date();
  const home = await homeOf(request, order.id);
  const { intent, sendBy } = form.value;
  if (intent === "wait") {
    const waits = await waitForPreorder(order.id, { position, sendBy }, now);
    if (!waits.ok) return refusal(waits);
    throw seeOther(`${home}?done=waiting`);
  }
  const cancelled = await cancelPreorder(order.id, { position, by: "customer", now });
  if (!cancelled.ok) return refusal(cancelled);
  throw seeOther(`${home}?done=preorder`);
}

export const headers = () => SECRET_PAGE;

export default function Preorder() {
  const answer = useActionData<typeof action>();
  return <PreorderPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
