import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { AccountPage } from "#app/components/desk/account-page.tsx";
import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { browserName } from "#app/models/customer/user-agent.ts";
import { PASSKEY_ANSWER_MAX, PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";
import { refused } from "#app/models/shared/result.ts";
import { renewOwnRecoveryCodes } from "#app/models/staff/login.server.ts";
import { findOwnApp } from "#app/models/staff/own-app.server.ts";
import { addStaffPasskey, listStaffPasskeys } from "#app/models/staff/passkeys.server.ts";
import { endDeskSession, listDeskSessions } from "#app/models/staff/session.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { factorsOf } from "#app/models/staff/totp.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { shownPasskey } from "./account/passkey-view.server.ts";
import { confirmedBy, deskInvalid, deskRefused } from "./desk.server.ts";

const NAMELESS = "Give the passkey a name, such as “My phone”";
const WITHOUT_SCRIPT = "A passkey is added with JavaScript switched on";

const accountSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("end-session"),
    session: z.string().max(40),
    sessionCode: z.string().max(40).default(""),
  }),
  z.object({ intent: z.literal("recovery-codes"), code: z.string().max(40).default("") }),
  // Only a script sends it, with the name that it has sent before.
  z.object({
    intent: z.literal("add-passkey"),
    passkeyName: z.string().trim().min(1, NAMELESS).max(PASSKEY_NAME_MAX),
    passkey: z.string({ required_error: WITHOUT_SCRIPT }).max(PASSKEY_ANSWER_MAX),
  }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  const [sessions, factors, appSince, passkeys, store] = await Promise.all([
    listDeskSessions(staff.id, actor.now),
    factorsOf(staff.id),
    findOwnApp(staff.id),
    listStaffPasskeys(staff.id),
    findStore(),
  ]);
  return json({
    name: staff.name,
    email: staff.email,
    role: staff.role,
    codesLeft: factors.codesLeft,
    device: browserName(actor.userAgent),
    appSince: appSince && dateTimeText(appSince, store),
    canAddPasskey: passkeySite("desk") !== null,
    passkeys: passkeys.map((each) => shownPasskey(each, store)),
    done: DONE.get(new URL(request.url).searchParams.get("done") ?? "") ?? null,
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    sessions: sessions.map((each) => ({
      id: each.id,
      device: browserName(each.userAgent),
      lastSeen: dateTimeText(each.lastSeenAt, store),
      isOwn: each.id === session.id,
    })),
  });
}

const DONE: ReadonlyMap<string, string> = new Map([
  ["added", "Your passkey is added, and your other devices are logged out."],
  ["app", "Your authenticator app is set up, and your other devices are logged out."],
  ["app-removed", "The authenticator app is removed, and your other devices are logged out."],
  ["password", "Your password is changed, and your other devices are logged out."],
  ["session", "That device is logged out."],
  ["removed", "The passkey is removed, and your other devices are logged out."],
]);

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const form = await readForm(request, accountSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent === "end-session") return endSession(visit, form.value);
  if (form.value.intent === "add-passkey") return addPasskey(visit, form.value);
  return newCodes(visit, form.value.code);
}

async function endSession(
  visit: DeskVisit,
  { session, sessionCode }: Readonly<{ session: string; sessionCode: string }>,
) {
  const confirmed = await confirmedBy(visit, sessionCode);
  // The page shows the field for a code with that session only.
  if (!confirmed.ok) return deskRefused(confirmed, { field: "sessionCode", values: { session } });
  const ended = await endDeskSession(visit.staff.id, session, visit.actor);
  if (!ended.ok) throw deskRefusal(refused("not-found"));
  throw seeOther(deskPaths.account({ done: "session" }));
}

async function addPasskey(
  { actor }: DeskVisit,
  { passkey: text, passkeyName: name }: Readonly<{ passkey: string; passkeyName: string }>,
) {
  const site = passkeySite("desk");
  const added = site ? await addStaffPasskey({ text, site, name }, actor) : refused("passkey-unavailable");
  if (!added.ok) return deskRefused(added, { values: { passkeyName: name } });
  throw seeOther(deskPaths.account({ done: "added" }));
}

async function newCodes(visit: DeskVisit, code: string) {
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  return json({ ...NO_DESK_ANSWER, recoveryCodes: await renewOwnRecoveryCodes(visit.actor) });
}

export const meta = deskTitle("Your account");

export default deskPage<typeof loader, typeof action>(AccountPage);
