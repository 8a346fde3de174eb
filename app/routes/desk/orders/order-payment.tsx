import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { OrderPaymentPage } from "#app/components/desk/orders/order-payment-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { mayBeAtProvider, notePaidBack } from "#app/models/desk/orders/owed-refund.server.ts";
import { queryPaymentAtDesk } from "#app/models/desk/orders/payment-review.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";
import { deskOrder, numberIn } from "#app/routes/desk/order.server.ts";

import { paymentReviewData } from "./payment-view.server.ts";

const formSchema = z.object({
  intent: z.enum(["query", "paid-back", "at-provider"]),
  refund: z.string().max(60).default(""),
  code: z.string().max(40).default(""),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "query-payment");
  const [{ order, life }, store] = await Promise.all([deskOrder(numberIn(params)), findStore()]);
  const refundId = new URL(request.url).searchParams.get("refund");
  const owed = life.refunds.find(({ id, status }) => id === refundId && status === "failed");
  return json({
    number: order.number,
    owed: owed && {
      ...{ id: owed.id, sum: formatMoney(owed.amount, store.locale) },
      mayBeAtProvider: mayBeAtProvider(owed, life.refunds),
    },
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    review: await paymentReviewData(order, { store, role: staff.role }),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "query-payment");
  const { order } = await deskOrder(numberIn(params));
  const form = await readForm(request, formSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent !== "query") return paidBack(order.number, form.value, visit);
  const done = await queryPaymentAtDesk(order.number, visit.actor);
  if (!done.ok) return deskRefused(done);
  const isSame = done.value.status === "payment-review";
  throw seeOther(deskPaths.order(order.number, { done: isSame ? "payment-same" : "payment" }));
}

type Note = z.output<typeof formSchema>;

async function paidBack(number: number, { intent, refund: refundId, code }: Note, visit: DeskVisit) {
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  const note = { refundId, isAtProvider: intent === "at-provider" };
  const done = await notePaidBack(number, note, visit.actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.order(number, { done: done.value.isChanged ? "paid-back" : "before" }));
}

export const meta = deskTitle<typeof loader>(({ params }) => `Payment of order ${params["number"] ?? ""}`);

export default deskPage<typeof loader, typeof action>(OrderPaymentPage);
