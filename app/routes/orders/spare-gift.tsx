import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { type SpareGiftNow, SpareGiftPage } from "#app/components/gift-list/spare-gift-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { notFound, refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { chooseForSpareGift, findSpareGift, type SpareGift } from "#app/models/gift-list/spare.server.ts";
import { answerRefund, answerUntilText, LINE_ANSWERS } from "#app/models/order/buyer-answer.ts";
import { amountDue } from "#app/models/order/refunds/refund-due.ts";
import { isToBeSent } from "#app/models/order/status.ts";
import { refused } from "#app/models/shared/result.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";

import { homeOf, SECRET_PAGE, type VisibleOrder, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const formSchema = z.object({ intent: z.enum(LINE_ANSWERS) });

type Params = LoaderFunctionArgs["params"];
type Visible = VisibleOrder & Readonly<{ position: number; spare: SpareGift }>;

/** The order and its spare gift. Throws the same 404 for all that is not the visitor's. */
async function visibleGift(
  request: Request,
  { orderId, position = "" }: Params,
  now: Date,
): Promise<Visible> {
  const visible = await visibleOrder(request, orderId);
  const index = /^\d{1,3}$/.test(position) ? Number(position) : -1;
  const line = visible.life.lines[index];
  const spare = line ? await findSpareGift(line.id, now) : null;
  if (!spare) throw notFound(request);
  return { ...visible, position: index, spare };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const visible = await visibleGift(request, params, now);
  const { order, spare, position } = visible;
  const { list, giftName } = spare;
  const code = list.code && list.state === "open" ? formatListCode(list.code) : null;
  return json({
    now: stateOf(visible, now),
    giftName,
    family: list.family,
    email: order.email,
    listPath: code && giftListPaths.giftList(code),
    path: paths.spareGift(order.id, position),
    homePath: await homeOf(request, order.id),
    meta: await privateMeta("Two people bought the same gift", paths.findOrder()),
  });
}

function stateOf(visible: Visible, now: Date): SpareGiftNow {
  const { order, life, store, spare, position } = visible;
  if (spare.answer !== null) return { kind: spare.answer, code: spare.creditCode };
  const until = life.lines[position]?.awaitsAnswerUntil;
  if (!until || !isToBeSent(order.status)) return { kind: "over" };
  if (Date.parse(until) <= now.getTime()) return { kind: "none", code: null };
  return { kind: "open", until: answerUntilText(until, store), ...sumsOf(visible) };
}

function sumsOf({ order, life, store, position }: Visible) {
  const { units } = answerRefund(order, life, position);
  const amount = amountDue(order, life, units);
  const { delivery } = order.totals;
  const hasPaidDelivery = (delivery?.minor ?? 0) > 0;
  return {
    worth: amount.minor > 0 ? formatMoney(amount, store.locale) : null,
    delivery: hasPaidDelivery ? (units.delivery ? ("included" as const) : ("stays" as const)) : null,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { order, spare, position } = await visibleGift(request, params, now);
  const form = await readForm(request, formSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  const { intent: answer } = form.value;
  const done = await chooseForSpareGift({ orderId: order.id, lineId: spare.lineId, answer }, now);
  // Pressing the same button twice is no conflict.
  if (!done.ok && (await findSpareGift(spare.lineId, now))?.answer !== answer) return refusal(done);
  throw seeOther(paths.spareGift(order.id, position));
}

export const headers = () => SECRET_PAGE;

export default function SpareGiftRoute() {
  const answer = useActionData<typeof action>();
  return <SpareGiftPage {...useLoaderData<typeof loader>()} problem={answer?.message ?? null} />;
}
