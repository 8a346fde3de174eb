import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { OwnPasswordPage } from "#app/components/desk/own-password-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { changeOwnPassword } from "#app/models/staff/own-password.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

/** In characters; what is longer is refused by the rules of passwords. */
const FIELD_MAX = 1_000;

const passwordSchema = z.object({
  presentPassword: z.string().min(1, "Enter your present password").max(FIELD_MAX),
  password: z.string().min(1, "Enter a new password").max(FIELD_MAX),
  code: z.string().max(40).default(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  return json({ email: staff.email, isConfirmed: isRecentlyConfirmed(session, actor.now) });
}

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const form = await readForm(request, passwordSchema);
  if (!form.ok) return deskInvalid(form);
  const { presentPassword, password, code } = form.value;
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  const changed = await changeOwnPassword({ present: presentPassword, next: password }, visit.actor);
  if (changed.ok) throw seeOther(deskPaths.account({ done: "password" }));
  return deskRefused(changed, { field: changed.code === "password-wrong" ? "presentPassword" : "password" });
}

export const meta = deskTitle("Change your password");

export default deskPage<typeof loader, typeof action>(OwnPasswordPage);
