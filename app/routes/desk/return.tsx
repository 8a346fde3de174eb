/** /desk/returns/{number}: accepts what has arrived, and refunds it, with a code. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { ReturnDeskPage } from "#app/components/desk/return-desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { acceptReturnAtDesk } from "#app/models/desk/money-steps.server.ts";
import { listDeskReturns } from "#app/models/desk/returns.server.ts";
import type { Received } from "#app/models/order/return.server.ts";
import { reasonText } from "#app/models/order/return.ts";
import { refused } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { confirmedBy, deskConflict, deskInvalid, deskRefused } from "./desk.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const returnSchema = z.object({
  goes: z.enum(["stock", "away"], { message: "Say where the items go" }),
  delivery: z.enum(["rules", "yes", "no"]).default("rules"),
  code: z.string().max(40).default(""),
});

async function returnIn(number: string | undefined) {
  const [found] = /^R\d{1,12}-\d{1,4}$/.test(number ?? "") ? await listDeskReturns(number) : [];
  if (!found) throw deskRefusal(refused("return-not-found"));
  return found;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  const [found, store] = await Promise.all([returnIn(params["returnNumber"]), findStore()]);
  const isFull = can(staff.role, "see-addresses");
  return json({
    ...{ number: found.number, orderNumber: found.orderNumber, isWithdrawal: found.isWithdrawal },
    recipientRemedy: found.recipientRemedy,
    isOpen: found.status === "requested",
    requested: dateText(found.requestedAt, store),
    note: isFull ? found.note : "",
    lines: found.lines.map((line) => ({ ...line, reason: reasonText(line.reason) })),
    mayAccept: can(staff.role, "accept-return"),
    isConfirmed: isRecentlyConfirmed(session, actor.now),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "accept-return");
  const { number, orderNumber } = await returnIn(params["returnNumber"]);
  const form = await readForm(request, returnSchema);
  if (!form.ok) return deskInvalid(form);
  const { goes, delivery, code } = form.value;
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code", values: { goes, delivery } });
  const hasDelivery = delivery === "rules" ? null : delivery === "yes";
  const receipt = { returnNumber: number, isRestocked: goes === "stock", hasDelivery };
  const done = await acceptReturnAtDesk(receipt, visit.actor);
  if (!done.ok) return deskConflict(done, { kind: "return", id: number }, { values: { goes, delivery } });
  throw seeOther(deskPaths.order(orderNumber, { done: doneOf(done.value) }));
}

function doneOf({ isNew, credit }: Received): string {
  if (!isNew) return "before";
  return credit ? "credit" : "refund";
}

export const meta: MetaFunction<typeof loader> = ({ params }) =>
  deskMeta(`Return ${params["returnNumber"] ?? ""}`);

export default function DeskReturnRoute() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <ReturnDeskPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
