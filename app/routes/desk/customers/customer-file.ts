import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { exportCustomerAtDesk } from "#app/models/desk/customer-steps.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

import { customerIdIn } from "./customer.server.ts";

/** The form is on the page before it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "export-customer");
  throw seeOther(deskPaths.customerData(customerIdIn(params)));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { session, actor } = await requireStaff(request, "export-customer");
  const id = customerIdIn(params);
  if (!isRecentlyConfirmed(session, actor.now)) throw seeOther(deskPaths.customerData(id));
  const data = await exportCustomerAtDesk(id, actor);
  if (!data.ok) throw deskRefusal(data);
  return new Response(`${JSON.stringify(data.value, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="customer-data.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
