/** /test-payment/{paymentId}: stands for the provider's hosted page. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { TestPaymentPage } from "#app/components/checkout/test-payment-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import {
  decideTestPayment,
  readTestPayment,
  type TestPayment,
} from "#app/models/order/payment/test-payment.server.ts";
import {
  declineText,
  isTestDecision,
  stateText,
  TEST_MOVES,
} from "#app/models/order/payment/test-payment.ts";
import { findStore } from "#app/models/store/store.server.ts";

const formSchema = z.object({
  intent: z.string().refine(isTestDecision),
  reason: z.string().max(50).optional(),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [payment, store] = await Promise.all([findPayment(params["paymentId"]), findStore()]);
  if (!payment) throw notFound(request);
  const { attempt, status, declineReason } = payment;
  return json({
    status,
    declineReason,
    seller: store.name,
    orderNumber: attempt.orderNumber,
    amount: attempt.amount,
    email: attempt.email,
    returnPath: ownPath(attempt.returnUrl),
    meta: pageMeta({ title: "Test payment", noindex: true, origin: shopOrigin(), storeName: store.name }),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const payment = await findPayment(params["paymentId"]);
  if (!payment) throw notFound(request);
  const form = await readForm(request, formSchema);
  if (!form.ok)
    return json({ message: "We did not recognise that button. Go back and try again" }, { status: 400 });
  const { intent, reason } = form.value;
  const decided = await decideTestPayment(
    payment.id,
    { decision: intent, detail: declineText(reason ?? "") },
    now,
  );
  if (!decided.ok) {
    const { status } = (await findPayment(payment.id)) ?? payment;
    return json({ message: stateText(status) }, { status: 409 });
  }
  if (TEST_MOVES[intent].to === "authentication") return redirect(new URL(request.url).pathname, 303);
  const { cancelUrl, returnUrl } = payment.attempt;
  throw seeOther(ownPath(decided.value.status === "cancelled" ? cancelUrl : returnUrl));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

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
