import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { CustomerDeletePage } from "#app/components/desk/customer-page.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { removeCustomerAtDesk } from "#app/models/desk/customer-steps.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

import { customerOf } from "./customer.server.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

const deleteSchema = z.object({
  name: z.string().trim().max(200).default(""),
  code: z.string().max(40).default(""),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "remove-customer");
  const { id, name, email } = await customerOf(params, actor.now);
  return json({ id, name: name || email, isConfirmed: isRecentlyConfirmed(session, actor.now) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "remove-customer");
  const { id, name, email } = await customerOf(params, visit.actor.now);
  const form = await readForm(request, deleteSchema);
  if (!form.ok) return deskInvalid(form);
  const values = { name: form.value.name };
  if (form.value.name !== (name || email))
    return deskInvalid({ errors: { name: `Type the name: ${name || email}` }, values });
  const confirmed = await confirmedBy(visit, form.value.code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code", values });
  const done = await removeCustomerAtDesk(id, visit.actor);
  if (!done.ok) return deskRefused(done, { values });
  throw seeOther(deskPaths.customers({ done: "removed" }));
}

export const meta = deskTitle("Delete the account");

export default deskPage<typeof loader, typeof action>(CustomerDeletePage);
