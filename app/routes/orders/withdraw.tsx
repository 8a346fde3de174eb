/** In two steps. Only a POST does anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import { WithdrawPage } from "#app/components/order/withdraw-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { notFound, refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { unitsToWithdraw } from "#app/models/order/fulfilment.ts";
import {
  isWithdrawalOpen,
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
import { previewOf } from "./return-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

/** In characters. */
const FIELD_MAX = 40;

const formSchema = z
  .object({
    key: z.string().regex(/^return_[A-Za-z0-9_-]{22}$/, "Load the page again to continue"),
    intent: z.enum(["continue", "change", "confirm"]).catch("continue"),
  })
  .catchall(z.string().max(FIELD_MAX));

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
    order,
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

export async function action({ request, params }: ActionFunctionArgs) {
  const { order, life, store } = await withdrawable(request, params["orderId"]);
  const field = firstUnitsField(unitsToWithdraw(order, life));
  const form = await readForm(request, formSchema);
  if (!form.ok) return answer({ errors: form.errors, values: form.values }, 422);
  const { key, intent, ...values } = form.value;
  if (intent === "change") return answer({ values, key }, 200);
  const units = order.lines.map((_, index) => {
    const typed = values[`units-${index}`] ?? "";
    return /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  });
  if (units.every((count) => count === 0))
    return answer({ errors: { [field]: SHOP_ERRORS["withdrawal-nothing"].message }, values, key }, 422);
  const lines = units.map((count) => ({ units: count, reason: WITHDRAWAL_REASON }));
  const basis = { legalBasis: "withdrawal", now: new Date() } as const;
  const answered =
    intent === "continue"
      ? await quoteReturn(order, lines, { life, store, ...basis })
      : await requestReturn(order.id, { key, lines, note: "", by: "customer", ...basis });
  if (!answered.ok) {
    const { message } = await refusal(answered).json();
    return answer({ errors: { [field]: message }, values, key }, refusal(answered).status);
  }
  if ("number" in answered.value) throw seeOther(paths.returnRequested(order.id, answered.value.number));
  return answer({ values, key, check: { units, ...previewOf(answered.value, order, store) } }, 200);
}

type Answer = Readonly<{
  errors?: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  key?: string;
  check?: ReturnPreview & Readonly<{ units: ReadonlyArray<number> }>;
}>;

function answer({ errors = {}, values, key, check }: Answer, status: number) {
  return json({ errors, values, key: key ?? null, check: check ?? null }, { status });
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
