import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { OwnAppPage } from "#app/components/desk/account/own-app-page.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { drawQr } from "#app/models/shared/qr.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { secondStepsOf } from "#app/models/staff/factors.server.ts";
import {
  confirmOwnApp,
  dropOwnAppSetup,
  findOwnApp,
  removeOwnApp,
  startOwnApp,
} from "#app/models/staff/own-app.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findTotpSetup } from "#app/models/staff/totp.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

const CODE_MAX = 40;

const appSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), code: z.string().max(CODE_MAX).default("") }),
  z.object({
    intent: z.literal("confirm"),
    code: z.string().trim().min(1, "Enter the code that the new app shows").max(CODE_MAX),
  }),
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("remove"), removalCode: z.string().max(CODE_MAX).default("") }),
]);

/** The key is shown, and taken, while the last code still counts: a session that was left open adds no app. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  const isConfirmed = isRecentlyConfirmed(session, actor.now);
  const store = await findStore();
  const [since, setup, { hasPasskey }] = await Promise.all([
    findOwnApp(staff.id),
    isConfirmed ? findTotpSetup(staff.id, { issuer: store.name, label: staff.email }) : null,
    secondStepsOf(staff.id),
  ]);
  return json({
    since: since && dateTimeText(since, store),
    setup: setup && { secret: setup.secret, qr: drawQr(setup.uri) },
    ...{ hasPasskey, isConfirmed },
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const form = await readForm(request, appSchema);
  if (!form.ok) return deskInvalid(form);
  switch (form.value.intent) {
    case "start":
      return start(visit, form.value.code);
    case "confirm":
      return finish(visit, form.value.code);
    case "cancel":
      await dropOwnAppSetup(visit.actor);
      throw seeOther(deskPaths.ownApp());
    case "remove":
      return remove(visit, form.value.removalCode);
  }
}

async function start(visit: DeskVisit, code: string) {
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  await startOwnApp(visit.actor);
  throw seeOther(deskPaths.ownApp());
}

async function finish({ session, actor }: DeskVisit, code: string) {
  if (!isRecentlyConfirmed(session, actor.now)) return deskRefused(refused("app-setup-over"));
  const done = await confirmOwnApp(actor, code);
  if (done.ok) throw seeOther(deskPaths.account({ done: "app" }));
  return deskRefused(done, { field: done.code === "app-setup-over" ? "form" : "code" });
}

async function remove(visit: DeskVisit, code: string) {
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "removalCode" });
  const removed = await removeOwnApp(visit.actor);
  if (!removed.ok) return deskRefused(removed);
  throw seeOther(deskPaths.account({ done: "app-removed" }));
}

export const meta = deskTitle("Your authenticator app");

export default deskPage<typeof loader, typeof action>(OwnAppPage);
