/** POST /desk/newsletter/subscribers.csv: all subscribers as a file, while a code counts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { exportNewsletterAtDesk } from "#app/models/desk/newsletter-steps.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

/** The form is on the page before it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "export-newsletter");
  throw seeOther(deskPaths.newsletterExport());
}

export async function action({ request }: ActionFunctionArgs) {
  const { session, actor } = await requireStaff(request, "export-newsletter");
  if (!isRecentlyConfirmed(session, actor.now)) throw seeOther(deskPaths.newsletterExport());
  const file = await exportNewsletterAtDesk(actor);
  if (!file.ok) throw deskRefusal(file);
  return new Response(file.value, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="newsletter.csv"',
      "Cache-Control": "private, no-store",
    },
  });
}
