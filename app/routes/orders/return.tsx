/** In two steps: what comes back, then how it goes back and the sum. Only the second requests anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { ReturnPage } from "#app/components/order/return-page.tsx";
import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { unitsToReturn } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { quoteReturn } from "#app/models/order/returns/return-quote.server.ts";
import {
  isReturnOpen,
  readReturnLines,
  RETURN_NOTE_MAX,
  returnState,
  returnUntil,
} from "#app/models/order/returns/return.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { paths } from "#app/paths.ts";

import { firstUnitsField, homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";
import { previewOf, quotedTotal } from "./return-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

/** In characters. */
const FIELD_MAX = 40;
const TOO_LONG = `Use at most ${RETURN_NOTE_MAX} characters`;
const CHANGED = "The sum has changed. Check it again.";

const formSchema = z
  .object({
    key: z.string().regex(/^return_[A-Za-z0-9_-]{22}$/, "Load the page again to continue"),
    note: z.string().trim().max(RETURN_NOTE_MAX, TOO_LONG),
    intent: z.enum(["continue", "change", "confirm"]).catch("continue"),
    /** Minor units that the second step showed. */
    sum: z.string().max(FIELD_MAX).default(""),
    "collect-on": z.string().max(FIELD_MAX).default(""),
  })
  .catchall(z.string().max(FIELD_MAX));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const left = unitsToReturn(order, life);
  const until = returnUntil(life.deliveredAt, store);
  const isOpen = isReturnOpen(life.deliveredAt, store, new Date());
  return json({
    order,
    homePath: await homeOf(request, order.id),
    formKey: newId("return"),
    left,
    state: returnState({ left, isOpen, returns: life.returns.length }),
    returnNumbers: life.returns.map(({ number }) => number),
    untilText: until && longDay(until, store.locale),
    costText: store.returns.returnCost,
    meta: await privateMeta(`Return items from order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const field = firstUnitsField(unitsToReturn(order, life));
  const form = await readForm(request, formSchema);
  if (!form.ok) return answer({ errors: form.errors, values: form.values }, 422);
  const { key, note, intent, sum, "collect-on": day, ...fields } = form.value;
  const values: Record<string, string> = { ...fields, note, "collect-on": day };
  if (intent === "change") return answer({ values, key });
  const { lines, errors } = readLines(order, fields, field);
  if (Object.keys(errors).length > 0) return answer({ errors, values, key }, 422);
  const now = new Date();
  const quote = await quoteReturn(order, lines, { life, store, now });
  const check = quote.ok ? previewOf(quote.value, order, store) : undefined;
  if (intent === "continue" && check) return answer({ values, key, check });
  const problems = problemsOf(quote, { sum, day });
  if (Object.keys(problems).length > 0) return answer({ errors: problems, values, key, check }, 422);
  const newReturn = { key, lines, note, collectOn: day || null, by: "customer", now } as const;
  const requested = await requestReturn(order.id, newReturn);
  if (!requested.ok) {
    const refused = await refusal(requested).json();
    return answer({ errors: { [field]: refused.message }, values, key }, refusal(requested).status);
  }
  throw seeOther(paths.returnRequested(order.id, requested.value.number));
}

type Fields = Readonly<Record<string, string>>;

type Typed = Readonly<{ sum: string; day: string }>;

/** None where it cannot be quoted: it may have been requested already, by the same key. */
function problemsOf(quote: Awaited<ReturnType<typeof quoteReturn>>, { sum, day }: Typed): Fields {
  if (!quote.ok) return {};
  const { days } = quote.value;
  const isOffered = days.length > 0 ? days.includes(day) : day === "";
  const isSame = sum === String(quotedTotal(quote.value));
  return { ...(isOffered ? {} : { "collect-on": "Choose a day" }), ...(isSame ? {} : { sum: CHANGED }) };
}

type Answer = Readonly<{ errors?: Fields; values: Fields; key?: string; check?: ReturnPreview }>;

function answer({ errors = {}, values, key, check }: Answer, status = 200) {
  return json({ errors, values, key: key ?? null, check: check ?? null }, { status });
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
