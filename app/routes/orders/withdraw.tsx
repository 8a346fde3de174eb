/** In two steps. Only a POST does anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { stepProps } from "#app/components/order/return-sums.tsx";
import { WithdrawPage } from "#app/components/order/withdraw-page.tsx";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { unitsToWithdraw } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import {
  isWithdrawalOpen,
  readReturnLines,
  WITHDRAWAL_REASON,
  withdrawalUntil,
} from "#app/models/order/returns/return.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { madeForYouTexts } from "#app/models/order/words.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { paths } from "#app/paths.ts";

import { SECRET_PAGE, visibleOrder, type VisibleOrder } from "./order.server.ts";
import {
  answerStep,
  type Confirmation,
  firstStep,
  type Quoted,
  quotedTotal,
  refusedStep,
  type StepAnswer,
  stepSchema,
} from "./return-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

/** The same 404 as for an unknown order where the shop has no withdrawal function. */
async function withdrawable(request: Request, orderId: string | undefined): Promise<VisibleOrder> {
  const visible = await visibleOrder(request, orderId);
  if (!visible.store.law.hasWithdrawalFunction) throw notFound(request);
  return visible;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visible = await withdrawable(request, params["orderId"]);
  const { order, life, store } = visible;
  const left = unitsToWithdraw(order, life);
  const isOpen = isWithdrawalOpen(life.deliveredAt, store, new Date());
  const until = withdrawalUntil(life.deliveredAt, store);
  return json({
    ...(await firstStep(request, visible, { left, isOpen, until })),
    sellerName: store.company.legalName,
    madeForYou: madeForYouTexts(order, life),
    meta: await privateMeta(`Withdraw from order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visible = await withdrawable(request, params["orderId"]);
  const left = unitsToWithdraw(visible.order, visible.life);
  const rules = { schema: stepSchema, legalBasis: "withdrawal", linesOf, confirm } as const;
  return answerStep(request, visible, { ...rules, left });
}

function linesOf(order: Order, fields: Readonly<Record<string, string>>, field: string) {
  const lines = readReturnLines(order, fields, field).lines.map(({ units }) => {
    return { units, reason: WITHDRAWAL_REASON };
  });
  const isEmpty = lines.every(({ units }) => units === 0);
  return { lines, errors: isEmpty ? { [field]: SHOP_ERRORS["withdrawal-nothing"].message } : {} };
}

async function confirm({ quote, step, sum, now, again }: Confirmation): Promise<StepAnswer> {
  const { order, lines, typed } = step;
  const by = { by: "customer", legalBasis: "withdrawal", now } as const;
  const declared = { key: typed.key, lines, note: "", ...by };
  let done = await requestReturn(order.id, { ...declared, plan: planIn(quote) });
  // A declaration is taken whatever has changed meanwhile: without its day, and with the sum of now.
  if (!done.ok && done.code === "delivery-day-gone")
    done = await requestReturn(order.id, { ...declared, plan: planIn(await again()) });
  if (!done.ok) return refusedStep(done, step);
  throw seeOther(paths.returnRequested(order.id, done.value.number) + changeOf(quote, sum));
}

const planIn = (quote: Quoted) => (quote.ok ? quote.value : undefined);

/** For the receipt, where the second step showed another sum. */
function changeOf(quote: Quoted, shown: string): string {
  return quote.ok && shown !== "" && shown !== String(quotedTotal(quote.value)) ? "?sum=changed" : "";
}

export const headers = () => SECRET_PAGE;

export default function Withdraw() {
  const { formKey, ...page } = useLoaderData<typeof loader>();
  return <WithdrawPage {...page} {...stepProps(formKey, useActionData<typeof action>())} />;
}
