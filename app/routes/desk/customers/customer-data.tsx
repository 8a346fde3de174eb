import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { CustomerDataPage } from "#app/components/desk/customer-page.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

import { customerOf } from "./customer.server.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

const codeSchema = z.object({ code: z.string().max(40).default("") });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "export-customer");
  const { id, name, email } = await customerOf(params, actor.now);
  return json({ id, name: name || email, isConfirmed: isRecentlyConfirmed(session, actor.now) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "export-customer");
  const { id } = await customerOf(params, visit.actor.now);
  const form = await readForm(request, codeSchema);
  if (!form.ok) return deskInvalid(form);
  const confirmed = await confirmedBy(visit, form.value.code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  throw seeOther(deskPaths.customerData(id));
}

export const meta = deskTitle("Export data");

export default deskPage<typeof loader, typeof action>(CustomerDataPage);
