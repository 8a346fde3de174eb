import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { OrderPaymentPage } from "#app/components/desk/orders/order-payment-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { notePaidBack } from "#app/models/desk/orders/owed-refund.server.ts";
import { queryPaymentAtDesk } from "#app/models/desk/orders/payment-review.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";
import { deskOrder, numberIn } from "#app/routes/desk/order.server.ts";

import { paymentReviewData } from "./payment-view.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const formSchema = z.object({
  intent: z.enum(["query", "paid-back"]),
  refund: z.string().max(60).default(""),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "query-payment");
  const [{ order }, store] = await Promise.all([deskOrder(numberIn(params)), findStore()]);
  return json({
    number: order.number,
    review: await paymentReviewData(order, { store, role: staff.role }),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "query-payment");
  const { order } = await deskOrder(numberIn(params));
  const form = await readForm(request, formSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent === "paid-back") return paidBack(order.number, form.value.refund, actor);
  const done = await queryPaymentAtDesk(order.number, actor);
  if (!done.ok) return deskRefused(done);
  const isSame = done.value.status === "payment-review";
  throw seeOther(deskPaths.order(order.number, { done: isSame ? "payment-same" : "payment" }));
}

async function paidBack(number: number, refundId: string, actor: DeskPerson) {
  const done = await notePaidBack(number, refundId, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.order(number, { done: done.value.isChanged ? "paid-back" : "before" }));
}

export const meta: MetaFunction<typeof loader> = ({ params }) =>
  deskMeta(`Payment of order ${params["number"] ?? ""}`);

export default function DeskOrderPaymentRoute() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <OrderPaymentPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
