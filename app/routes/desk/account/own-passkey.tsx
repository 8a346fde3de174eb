import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { OwnPasskeyPage } from "#app/components/desk/own-passkey-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";
import { refused } from "#app/models/shared/result.ts";
import {
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
} from "#app/models/staff/passkeys.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";
import { shownPasskey } from "./passkey-view.server.ts";

const passkeySchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("rename"),
    name: z.string().trim().min(1, "Enter a name, such as “My phone”").max(PASSKEY_NAME_MAX),
  }),
  z.object({ intent: z.literal("remove"), code: z.string().max(40).default("") }),
]);

async function ownPasskey({ staff }: DeskVisit, id: string | undefined) {
  const passkey = (await listStaffPasskeys(staff.id)).find((each) => each.id === id);
  if (!passkey) throw deskRefusal(refused("passkey-not-found"));
  return passkey;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const passkey = await ownPasskey(visit, params["passkeyId"]);
  return json({
    passkey: shownPasskey(passkey, await findStore()),
    isConfirmed: isRecentlyConfirmed(visit.session, visit.actor.now),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const { id } = await ownPasskey(visit, params["passkeyId"]);
  const form = await readForm(request, passkeySchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent === "rename") {
    const renamed = await renameStaffPasskey(id, form.value.name, visit.actor);
    if (!renamed.ok) return deskRefused(renamed);
    throw seeOther(deskPaths.account());
  }
  const confirmed = await confirmedBy(visit, form.value.code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  const removed = await removeStaffPasskey(id, visit.actor);
  if (!removed.ok) return deskRefused(removed);
  throw seeOther(deskPaths.account({ done: "removed" }));
}

export const meta = deskTitle("Your passkey");

export default deskPage<typeof loader, typeof action>(OwnPasskeyPage);
