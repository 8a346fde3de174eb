import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { StaffPage } from "#app/components/desk/staff-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskOrigin } from "#app/http/request/origin.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { inviteStaff } from "#app/models/staff/invitation.server.ts";
import { STAFF_ROLES } from "#app/models/staff/role.ts";
import { listStaffPasskeys } from "#app/models/staff/passkeys.server.ts";
import { listDeskSessions } from "#app/models/staff/session.server.ts";
import { listStaff } from "#app/models/staff/staff.server.ts";
import { isRecentlyConfirmed, STAFF_NAME_MAX, type StaffMember } from "#app/models/staff/staff.ts";
import { factorsOf } from "#app/models/staff/totp.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { confirmedBy, deskInvalid, deskRefused } from "./desk.server.ts";

const inviteSchema = z.object({
  email: emailSchema,
  name: z.string().trim().min(1, "Enter a name").max(STAFF_NAME_MAX, "Shorten the name"),
  role: z.enum(STAFF_ROLES, { message: "Choose a role" }),
  code: z.string().max(40).default(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "manage-staff");
  const [people, store] = await Promise.all([listStaff(), findStore()]);
  const shown = await Promise.all(people.map((one) => personOf(one, store, actor.now)));
  const isConfirmed = isRecentlyConfirmed(session, actor.now);
  return json({ ownId: staff.id, people: shown, isConfirmed });
}

async function personOf(
  { id, name, email, role, endedAt, hasPassword }: StaffMember,
  store: Store,
  now: Date,
) {
  const [{ hasTotp, codesLeft }, passkeys, [latest]] = await Promise.all([
    factorsOf(id),
    listStaffPasskeys(id),
    listDeskSessions(id, now),
  ]);
  return {
    ...{ id, name, email, role, hasPassword, hasTotp, codesLeft },
    passkeys: passkeys.length,
    hasLeft: endedAt !== null,
    lastSeen: latest ? dateTimeText(latest.lastSeenAt, store) : null,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "manage-staff");
  const form = await readForm(request, inviteSchema);
  if (!form.ok) return deskInvalid(form);
  const { code, ...invitee } = form.value;
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code", values: invitee });
  const invited = await inviteStaff(invitee, visit.actor);
  if (!invited.ok) return deskRefused(invited, { field: "email", values: invitee });
  return json({ ...NO_DESK_ANSWER, link: deskOrigin() + deskPaths.join(invited.value.secret) });
}

export const meta = deskTitle("Staff");

export default deskPage<typeof loader, typeof action>(StaffPage);
