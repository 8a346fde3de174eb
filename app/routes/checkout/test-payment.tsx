/** /test-payment/{paymentId}: stands for the provider's hosted page. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { TestPaymentPage } from "#app/components/checkout/test-payment-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import {
  decideTestPayment,
  findMoreTime,
  keepTestPaymentOpen,
  readTestPayment,
  type TestPayment,
} from "#app/models/order/payment/test-payment.server.ts";
import {
  declineText,
  isTestDecision,
  stateText,
  TEST_MOVES,
} from "#app/models/order/payment/test-payment.ts";
import { refused } from "#app/models/shared/result.ts";
import { untilText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const MORE_TIME = "more-time";
const NO_MORE_TIME = "This page cannot stay open any longer. You have not been charged";

const formSchema = z.object({
  intent: z.union([z.literal(MORE_TIME), z.string().refine(isTestDecision)]),
  reason: z.string().max(50).optional(),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [payment, store] = await Promise.all([findPayment(params["paymentId"]), findStore()]);
  if (!payment) throw notFound(request);
  const { attempt, status, declineReason } = payment;
  const now = new Date();
  return json({
    status,
    declineReason,
    seller: store.name,
    orderNumber: attempt.orderNumber,
    amount: attempt.amount,
    email: attempt.email,
    openUntil: untilText(attempt.expiresAt, now, store),
    hasMoreTime: (await findMoreTime(payment, now)) !== null,
    returnPath: ownPath(attempt.returnUrl),
    meta: await privateMeta("Test payment"),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const payment = await findPayment(params["paymentId"]);
  if (!payment) throw notFound(request);
  const form = await readForm(request, formSchema);
  if (!form.ok)
    return json({ message: "We did not recognise that button. Go back and try again" }, { status: 400 });
  const { intent } = form.value;
  const done = await press(payment, form.value, now);
  if (!done.ok) {
    const { status } = (await findPayment(payment.id)) ?? payment;
    return json({ message: intent === MORE_TIME ? NO_MORE_TIME : stateText(status) }, { status: 409 });
  }
  if (intent === MORE_TIME || TEST_MOVES[intent].to === "authentication")
    return redirect(new URL(request.url).pathname, 303);
  const { cancelUrl, returnUrl } = payment.attempt;
  throw seeOther(ownPath(done.value?.status === "cancelled" ? cancelUrl : returnUrl));
}

async function press(payment: TestPayment, { intent, reason = "" }: z.output<typeof formSchema>, now: Date) {
  if (intent === MORE_TIME) return keepOpen(payment, now);
  return decideTestPayment(payment.id, { decision: intent, detail: declineText(reason) }, now);
}

async function keepOpen(payment: TestPayment, now: Date) {
  const until = await findMoreTime(payment, now);
  return until === null ? refused("order-state-conflict") : keepTestPaymentOpen(payment, until, now);
}

export default function TestPaymentRoute() {
  const answer = useActionData<typeof action>();
  return <TestPaymentPage {...useLoaderData<typeof loader>()} message={answer?.message ?? null} />;
}

function findPayment(id: string | undefined): Promise<TestPayment | null> {
  return id ? readTestPayment(id, new Date()) : Promise.resolve(null);
}

/** Without the origin, so that the shopper keeps the host that has their cookies. */
function ownPath(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
