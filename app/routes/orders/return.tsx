/** In two steps: what comes back, then how it goes back and the sum. Only the second requests anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { ReturnPage } from "#app/components/order/return-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { unitsToReturn } from "#app/models/order/fulfilment.ts";
import { orderForBuyer, type Order } from "#app/models/order/order.ts";
import { quoteReturn } from "#app/models/order/returns/return-quote.server.ts";
import {
  isReturnOpen,
  readReturnLines,
  RETURN_NOTE_MAX,
  returnState,
  returnUntil,
} from "#app/models/order/returns/return.ts";
import { planReturn } from "#app/models/order/returns/return-way.server.ts";
import { numberText } from "#app/models/order/returns/return-way.ts";
import { findReturnByKey, requestReturn } from "#app/models/order/returns/return.server.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { paths } from "#app/paths.ts";

import { firstUnitsField, homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";
import {
  methodIn,
  quotedTotal,
  type ReturnStep,
  refusedStep,
  secondStep,
  type StepAnswer,
  stepAnswer,
  stepSchema,
} from "./return-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const TOO_LONG = `Use at most ${RETURN_NOTE_MAX} characters`;
const CHANGED = "The sum has changed. Check it again.";
const DAY_GONE = SHOP_ERRORS["delivery-day-gone"].message;

const formSchema = stepSchema.extend({ note: z.string().trim().max(RETURN_NOTE_MAX, TOO_LONG) });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const left = unitsToReturn(order, life);
  const until = returnUntil(life.deliveredAt, store);
  const now = new Date();
  const isOpen = isReturnOpen(life.deliveredAt, store, now);
  const whole = await planReturn(order, { lines: left.map((units) => ({ units, reason: "" })), life, now });
  return json({
    order: orderForBuyer(order),
    homePath: await homeOf(request, order.id),
    formKey: newId("return"),
    left,
    state: returnState({ left, isOpen, returns: life.returns.length }),
    returnNumbers: life.returns.map(({ number }) => number),
    untilText: until && longDay(until, store.locale),
    costText: store.returns.returnCost,
    numberText: numberText(whole.wayBack),
    meta: await privateMeta(`Return items from order ${order.number}`, paths.findOrder()),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { status, ...given } = await takeStep(args);
  return json(given, { status });
}

async function takeStep({ request, params }: ActionFunctionArgs): Promise<StepAnswer> {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const field = firstUnitsField(unitsToReturn(order, life));
  const form = await readForm(request, formSchema);
  if (!form.ok) return stepAnswer(form);
  const { key, note, intent, method, sum, "collect-on": day, ...fields } = form.value;
  const values: Record<string, string> = { ...fields, note, "collect-on": day };
  if (intent === "change") return stepAnswer({ values, key });
  const { lines, errors } = readLines(order, fields, field);
  if (Object.keys(errors).length > 0) return stepAnswer({ errors, values, key });
  const chosen = { life, store, now: new Date(), day, method: methodIn({ intent, method }) };
  const quote = await quoteReturn(order, lines, chosen);
  const step = { order, lines, store, field, typed: { key, values } };
  if (intent !== "confirm") return secondStep(quote, step);
  const known = await findReturnByKey(order.id, key);
  if (known) throw seeOther(paths.returnRequested(order.id, known.number));
  const problems = problemsOf(quote, { sum, day });
  if (Object.keys(problems).length > 0) return secondStep(quote, step, problems);
  return confirmed(quote, step, { note, again: () => quoteReturn(order, lines, chosen) });
}

type Quoted = Awaited<ReturnType<typeof quoteReturn>>;

async function confirmed(
  quote: Quoted,
  step: ReturnStep,
  { note, again }: Readonly<{ note: string; again: () => Promise<Quoted> }>,
): Promise<StepAnswer> {
  const { order, lines, typed } = step;
  const request = { key: typed.key, lines, note, by: "customer", now: new Date() } as const;
  const done = await requestReturn(order.id, { ...request, plan: quote.ok ? quote.value : undefined });
  if (done.ok) throw seeOther(paths.returnRequested(order.id, done.value.number));
  return done.code === "delivery-day-gone"
    ? secondStep(await again(), step, { "collect-on": DAY_GONE })
    : refusedStep(done, step);
}

type Fields = Readonly<Record<string, string>>;

type Typed = Readonly<{ sum: string; day: string }>;

/** None where it cannot be quoted. */
function problemsOf(quote: Quoted, { sum, day }: Typed): Fields {
  if (!quote.ok) return {};
  const { days, booking } = quote.value;
  const isChosen = days.length === 0 || booking !== null;
  const noDay = day === "" ? "Choose a day" : DAY_GONE;
  const isSame = sum === String(quotedTotal(quote.value));
  return { ...(isChosen ? {} : { "collect-on": noDay }), ...(isSame ? {} : { sum: CHANGED }) };
}

function readLines({ lines }: Order, fields: Fields, field: string) {
  const read = readReturnLines(lines, fields);
  const errors: Record<string, string> = {};
  for (const at of read.withoutReason) errors[`reason-${at}`] = SHOP_ERRORS["return-reason"].message;
  if (read.isEmpty) errors[field] = SHOP_ERRORS["return-nothing"].message;
  return { lines: read.lines, errors };
}

export const headers = () => SECRET_PAGE;

export default function ReturnSomething() {
  const { formKey, ...page } = useLoaderData<typeof loader>();
  const given = useActionData<typeof action>();
  return (
    <ReturnPage
      {...page}
      // The key of the first step, so that a repeated confirmation is the same return.
      formKey={given?.key ?? formKey}
      check={given?.check ?? null}
      errors={given?.errors ?? {}}
      values={given?.values ?? {}}
    />
  );
}
