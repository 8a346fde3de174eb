import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { StaffMemberPage } from "#app/components/desk/staff-member-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { amountField, readAmount } from "#app/models/shared/typed-amount.ts";
import { STAFF_ROLES } from "#app/models/staff/role.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { isRecentlyConfirmed, type StaffMember } from "#app/models/staff/staff.ts";
import { changeStaff, endStaff, logOutStaff } from "#app/models/staff/team.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { confirmedBy, deskInvalid, deskRefused } from "./desk.server.ts";

const memberSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("change"),
    role: z.enum(STAFF_ROLES, { message: "Choose a role" }),
    limit: z.string().max(20, "Enter an amount"),
    version: z.coerce.number().int().positive(),
    code: z.string().max(40).default(""),
  }),
  z.object({ intent: z.literal("log-out") }),
  z.object({
    intent: z.literal("end"),
    name: z.string().trim().max(120).default(""),
    code: z.string().max(40).default(""),
  }),
]);

type Form = z.infer<typeof memberSchema>;
type CodedForm = Exclude<Form, Readonly<{ intent: "log-out" }>>;

async function memberOf(visit: DeskVisit, id: string | undefined): Promise<StaffMember> {
  const member = await findStaff(id ?? "");
  if (!member) throw deskRefusal(refused("staff-not-found"));
  if (member.id === visit.staff.id) throw deskRefusal(refused("staff-own-account"));
  return member;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "manage-staff");
  const [member, store] = await Promise.all([memberOf(visit, params["staffId"]), findStore()]);
  return json({
    ...{ name: member.name, email: member.email, role: member.role, version: member.version },
    hasLeft: member.endedAt !== null,
    isLoggedOut: new URL(request.url).searchParams.get("done") === "log-out",
    limit: amountField(member.refundLimitMinor, store),
    isConfirmed: isRecentlyConfirmed(visit.session, visit.actor.now),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "manage-staff");
  const member = await memberOf(visit, params["staffId"]);
  const form = await readForm(request, memberSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent !== "log-out") return withCode(visit, member, form.value);
  const done = await logOutStaff(member.id, visit.actor);
  if (!done.ok) return deskRefused(done, { values: {} });
  throw seeOther(`${deskPaths.staffMember(member.id)}?done=log-out`);
}

/** What opens or closes the desk to somebody asks for a code. */
async function withCode(visit: DeskVisit, member: StaffMember, form: CodedForm) {
  const store = await findStore();
  const limit = form.intent === "change" ? readAmount(form.limit, store) : 0;
  const values = valuesOf(form);
  if (limit === null) return deskInvalid({ errors: { limit: "Enter an amount, such as 50" }, values });
  if (form.intent === "end" && form.name !== member.name)
    return deskInvalid({ errors: { name: `Type the name: ${member.name}` }, values });
  const confirmed = await confirmedBy(visit, form.code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code", values });
  const done = await changed(visit, member, { form, limit });
  if (!done.ok) return deskRefused(done, { values });
  throw seeOther(deskPaths.staff());
}

function valuesOf(form: CodedForm): Record<string, string> {
  return form.intent === "end" ? { name: form.name } : { role: form.role, limit: form.limit };
}

function changed(
  { actor }: DeskVisit,
  member: StaffMember,
  { form, limit }: Readonly<{ form: CodedForm; limit: number }>,
) {
  if (form.intent === "end") return endStaff(member.id, actor);
  return changeStaff(member.id, { role: form.role, refundLimitMinor: limit, version: form.version }, actor);
}

export const meta = deskTitle("Staff");

export default deskPage<typeof loader, typeof action>(StaffMemberPage);
