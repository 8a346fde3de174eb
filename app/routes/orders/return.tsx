/** In two steps: what comes back, then how it goes back and the sum. Only the second requests anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { ReturnPage } from "#app/components/order/return-page.tsx";
import { stepProps } from "#app/components/order/return-sums.tsx";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { unitsToReturn } from "#app/models/order/fulfilment.ts";
import {
  isReturnOpen,
  readReturnLines,
  RETURN_NOTE_MAX,
  returnUntil,
} from "#app/models/order/returns/return.ts";
import { planReturn } from "#app/models/order/returns/return-way.server.ts";
import { numberText } from "#app/models/order/returns/return-way.ts";
import { findReturnByKey, requestReturn } from "#app/models/order/returns/return.server.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { paths } from "#app/paths.ts";

import { SECRET_PAGE, visibleOrder } from "./order.server.ts";
import {
  answerStep,
  type Confirmation,
  firstStep,
  quotedTotal,
  refusedStep,
  secondStep,
  type StepAnswer,
  stepSchema,
} from "./return-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const TOO_LONG = `Use at most ${RETURN_NOTE_MAX} characters`;
const CHANGED = "The sum has changed. Check it again.";
const DAY_GONE = SHOP_ERRORS["delivery-day-gone"].message;

const formSchema = stepSchema.extend({ note: z.string().trim().max(RETURN_NOTE_MAX, TOO_LONG) });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visible = await visibleOrder(request, params["orderId"]);
  const { order, life, store } = visible;
  const left = unitsToReturn(order, life);
  const until = returnUntil(life.deliveredAt, store);
  const now = new Date();
  const isOpen = isReturnOpen(life.deliveredAt, store, now);
  const whole = await planReturn(order, { lines: left.map((units) => ({ units, reason: "" })), life, now });
  return json({
    ...(await firstStep(request, visible, { left, isOpen, until })),
    returnNumbers: life.returns.map(({ number }) => number),
    costText: store.returns.returnCost,
    numberText: numberText(whole.wayBack),
    meta: await privateMeta(`Return items from order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visible = await visibleOrder(request, params["orderId"]);
  const left = unitsToReturn(visible.order, visible.life);
  return answerStep(request, visible, { schema: formSchema, left, linesOf: readReturnLines, confirm });
}

async function confirm(confirmation: Confirmation): Promise<StepAnswer> {
  const { quote, step, note, day, now, again } = confirmation;
  const { order, lines, typed } = step;
  const known = await findReturnByKey(order.id, typed.key);
  if (known) throw seeOther(paths.returnRequested(order.id, known.number));
  const problems = problemsOf(confirmation);
  if (Object.keys(problems).length > 0) return secondStep(quote, step, problems);
  const request = { key: typed.key, lines, note, by: "customer", now } as const;
  const done = await requestReturn(order.id, { ...request, plan: quote.ok ? quote.value : undefined });
  if (done.ok) throw seeOther(paths.returnRequested(order.id, done.value.number));
  return done.code === "delivery-day-gone"
    ? secondStep(await again(day), step, { "collect-on": DAY_GONE })
    : refusedStep(done, step);
}

type Fields = Readonly<Record<string, string>>;

/** None where it cannot be quoted. */
function problemsOf({ quote, sum, day }: Confirmation): Fields {
  if (!quote.ok) return {};
  const { days, booking } = quote.value;
  const isChosen = days.length === 0 || booking !== null;
  const noDay = day === "" ? "Choose a day" : DAY_GONE;
  const isSame = sum === String(quotedTotal(quote.value));
  return { ...(isChosen ? {} : { "collect-on": noDay }), ...(isSame ? {} : { sum: CHANGED }) };
}

export const headers = () => SECRET_PAGE;

export default function ReturnSomething() {
  const { formKey, ...page } = useLoaderData<typeof loader>();
  return <ReturnPage {...page} {...stepProps(formKey, useActionData<typeof action>())} />;
}
