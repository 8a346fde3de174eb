/** /desk/account: one's own sessions and recovery codes. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { AccountPage } from "#app/components/desk/account-page.tsx";
import { type DeskAnswer, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { browserName } from "#app/models/customer/user-agent.ts";
import { refused } from "#app/models/shared/result.ts";
import { renewOwnRecoveryCodes } from "#app/models/staff/login.server.ts";
import { endDeskSession, listDeskSessions } from "#app/models/staff/session.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { factorsOf } from "#app/models/staff/totp.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { confirmedBy, deskInvalid, deskRefused } from "./desk.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const accountSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end-session"), session: z.string().max(40) }),
  z.object({ intent: z.literal("recovery-codes"), code: z.string().max(40).default("") }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  const [sessions, factors, store] = await Promise.all([
    listDeskSessions(staff.id, actor.now),
    factorsOf(staff.id),
    findStore(),
  ]);
  return json({
    name: staff.name,
    email: staff.email,
    role: staff.role,
    codesLeft: factors.codesLeft,
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    sessions: sessions.map((each) => ({
      id: each.id,
      device: browserName(each.userAgent),
      lastSeen: dateTimeText(each.lastSeenAt, store),
      isOwn: each.id === session.id,
    })),
  });
}

type Answered = DeskAnswer & Readonly<{ recoveryCodes?: ReadonlyArray<string> }>;

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const form = await readForm(request, accountSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent === "end-session") {
    const ended = await endDeskSession(visit.staff.id, form.value.session, visit.actor);
    if (!ended.ok) throw deskRefusal(refused("not-found"));
    throw seeOther(deskPaths.account());
  }
  return newCodes(visit, form.value.code);
}

async function newCodes(visit: DeskVisit, code: string) {
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  const answer: Answered = { ...NO_DESK_ANSWER, recoveryCodes: await renewOwnRecoveryCodes(visit.actor) };
  return json(answer);
}

export const meta: MetaFunction = () => deskMeta("Your account");

export default function DeskAccount() {
  const answer: Answered = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return (
    <AccountPage
      {...useLoaderData<typeof loader>()}
      answer={answer}
      recoveryCodes={answer.recoveryCodes ?? null}
    />
  );
}
