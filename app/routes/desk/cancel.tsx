import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { CancelPage } from "#app/components/desk/cancel-page.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { cancelAtDesk, cancelStep } from "#app/models/desk/orders/money-steps.server.ts";
import { refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { canCancel } from "#app/models/order/fulfilment.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { refused } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { confirmedBy, deskConflict, deskInvalid, deskRefused } from "./desk.server.ts";
import { deskOrder, numberIn } from "./order.server.ts";

const cancelSchema = z.object({
  shown: z.string().max(40),
  reason: z.string().trim().min(1, "Say why").max(200, "Shorten the reason"),
  code: z.string().max(40).default(""),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "cancel-unpacked");
  const [{ order, life }, store] = await Promise.all([deskOrder(numberIn(params)), findStore()]);
  if (!can(staff.role, cancelStep(order.status))) throw deskRefusal(refused("desk-not-allowed"));
  const back = await refundOfCancelling(order);
  return json({
    ...{ number: order.number, status: order.status, customer: order.deliveryAddress.first_name },
    isPossible: canCancel(order, life, "owner"),
    refund: back.minor > 0 ? formatMoney(back, store.locale) : null,
    isUnpaid: order.paidAt === null,
    isConfirmed: isRecentlyConfirmed(session, actor.now),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "cancel-unpacked");
  const number = numberIn(params);
  const form = await readForm(request, cancelSchema);
  if (!form.ok) return deskInvalid(form);
  const { shown, reason, code } = form.value;
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code", values: { reason } });
  const done = await cancelAtDesk({ number, reason, shown }, visit.actor);
  if (!done.ok) return deskConflict(done, { kind: "order", id: String(number) }, { values: { reason } });
  throw seeOther(deskPaths.order(number, { done: done.value.isChanged ? "cancel" : "before" }));
}

export const meta = deskTitle<typeof loader>(({ params }) => `Cancel order ${params["number"] ?? ""}`);

export default deskPage<typeof loader, typeof action>(CancelPage);
