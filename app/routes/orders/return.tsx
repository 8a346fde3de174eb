import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { ReturnPage } from "#app/components/order/return-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { unitsToReturn } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
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
import { accountMeta } from "#app/routes/account/account.server.ts";

import { firstUnitsField, homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

/** In characters. */
const FIELD_MAX = 40;
const TOO_LONG = `Use at most ${RETURN_NOTE_MAX} characters`;

const formSchema = z
  .object({
    key: z.string().regex(/^return_[A-Za-z0-9_-]{22}$/, "Load the page again to continue"),
    note: z.string().trim().max(RETURN_NOTE_MAX, TOO_LONG),
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
    meta: accountMeta(`Return items from order ${order.number}`, paths.findOrder(), store),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order, life } = await visibleOrder(request, params["orderId"]);
  const field = firstUnitsField(unitsToReturn(order, life));
  const form = await readForm(request, formSchema);
  if (!form.ok) return json({ errors: form.errors, values: form.values }, { status: 422 });
  const { key, note, ...fields } = form.value;
  const values: Record<string, string> = { ...fields, note };
  const { lines, errors } = readLines(order, fields, field);
  if (Object.keys(errors).length > 0) return json({ errors, values }, { status: 422 });
  const requested = await requestReturn(order.id, { key, lines, note, by: "customer", now: new Date() });
  if (!requested.ok) {
    const answer = await refusal(requested).json();
    const refusedErrors: Record<string, string> = { [field]: answer.message };
    return json({ errors: refusedErrors, values }, { status: refusal(requested).status });
  }
  throw seeOther(paths.returnRequested(order.id, requested.value.number));
}

function readLines({ lines }: Order, fields: Readonly<Record<string, string>>, field: string) {
  const read = readReturnLines(lines, fields);
  const errors: Record<string, string> = {};
  for (const at of read.withoutReason) errors[`reason-${at}`] = SHOP_ERRORS["return-reason"].message;
  if (read.isEmpty) errors[field] = SHOP_ERRORS["return-nothing"].message;
  return { lines: read.lines, errors };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export const headers = () => SECRET_PAGE;

export default function ReturnSomething() {
  const answer = useActionData<typeof action>();
  return (
    <ReturnPage
      {...useLoaderData<typeof loader>()}
      errors={answer?.errors ?? {}}
      values={answer?.values ?? {}}
    />
  );
}
