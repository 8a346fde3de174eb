import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { deskPaths } from "#app/desk-paths.ts";
import { requireDesk, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { clearDeskCookie } from "#app/http/session/desk-session.server.ts";
import { endDeskSession } from "#app/models/staff/session.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireDesk(request);
  throw seeOther(deskPaths.account());
}

export async function action({ request }: ActionFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  await endDeskSession(staff.id, session.id, actor);
  throw seeOther(deskPaths.login(), { "Set-Cookie": await clearDeskCookie() });
}
