/** In two steps. Only a POST does anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { WithdrawPage } from "#app/components/order/withdraw-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { unitsToWithdraw } from "#app/models/order/fulfilment.ts";
import { orderForBuyer, type Order } from "#app/models/order/order.ts";
import {
  isWithdrawalOpen,
  readReturnLines,
  returnState,
  WITHDRAWAL_REASON,
  withdrawalUntil,
} from "#app/models/order/returns/return.ts";
import { quoteReturn } from "#app/models/order/returns/return-quote.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { madeForYouTexts } from "#app/models/order/words.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { paths } from "#app/paths.ts";

import { firstUnitsField, homeOf, SECRET_PAGE, visibleOrder, type VisibleOrder } from "./order.server.ts";
import {
  methodIn,
  quotedTotal,
  refusedStep,
  secondStep,
  type StepAnswer,
  stepAnswer,
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
  const { order, life, store } = await withdrawable(request, params["orderId"]);
  const left = unitsToWithdraw(order, life);
  const isOpen = isWithdrawalOpen(life.deliveredAt, store, new Date());
  const until = withdrawalUntil(life.deliveredAt, store);
  return json({
    order: orderForBuyer(order),
    homePath: await homeOf(request, order.id),
    formKey: newId("return"),
    left,
    state: returnState({ left, isOpen, returns: life.returns.length }),
    untilText: until && longDay(until, store.locale),
    sellerName: store.company.legalName,
    madeForYou: madeForYouTexts(order, life),
    meta: await privateMeta(`Withdraw from order ${order.number}`, paths.findOrder()),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { status, ...given } = await takeStep(args);
  return json(given, { status });
}

async function takeStep({ request, params }: ActionFunctionArgs): Promise<StepAnswer> {
  const { order, life, store } = await withdrawable(request, params["orderId"]);
  const field = firstUnitsField(unitsToWithdraw(order, life));
  const form = await readForm(request, stepSchema);
  if (!form.ok) return stepAnswer(form);
  const { key, intent, method, sum, "collect-on": day, ...fields } = form.value;
  const values: Record<string, string> = { ...fields, "collect-on": day };
  if (intent === "change") return stepAnswer({ values, key });
  const { lines, isEmpty } = withdrawnLines(order, fields);
  if (isEmpty)
    return stepAnswer({ errors: { [field]: SHOP_ERRORS["withdrawal-nothing"].message }, values, key });
  const basis = { legalBasis: "withdrawal", now: new Date() } as const;
  const chosen = { life, store, ...basis, method: methodIn({ intent, method }) };
  const quote = await quoteReturn(order, lines, { ...chosen, day });
  const step = { order, lines, store, field, typed: { key, values } };
  if (intent !== "confirm") return secondStep(quote, step);
  const declared = { key, lines, note: "", by: "customer", ...basis } as const;
  let done = await requestReturn(order.id, { ...declared, plan: planIn(quote) });
  // A declaration is taken whatever has changed meanwhile: without its day, and with the sum of now.
  if (!done.ok && done.code === "delivery-day-gone")
    done = await requestReturn(order.id, {
      ...declared,
      plan: planIn(await quoteReturn(order, lines, chosen)),
    });
  if (!done.ok) return refusedStep(done, step);
  throw seeOther(paths.returnRequested(order.id, done.value.number) + changeOf(quote, sum));
}

type Quoted = Awaited<ReturnType<typeof quoteReturn>>;

const planIn = (quote: Quoted) => (quote.ok ? quote.value : undefined);

/** For the receipt, where the second step showed another sum. */
function changeOf(quote: Quoted, shown: string): string {
  return quote.ok && shown !== "" && shown !== String(quotedTotal(quote.value)) ? "?sum=changed" : "";
}

function withdrawnLines({ lines }: Order, fields: Readonly<Record<string, string>>) {
  const read = readReturnLines(lines, fields);
  return { ...read, lines: read.lines.map(({ units }) => ({ units, reason: WITHDRAWAL_REASON })) };
}

export const headers = () => SECRET_PAGE;

export default function Withdraw() {
  const { formKey, ...page } = useLoaderData<typeof loader>();
  const given = useActionData<typeof action>();
  return (
    <WithdrawPage
      {...page}
      // The key of the first step, so that a repeated confirmation is the same withdrawal.
      formKey={given?.key ?? formKey}
      errors={given?.errors ?? {}}
      values={given?.values ?? {}}
      check={given?.check ?? null}
    />
  );
}
