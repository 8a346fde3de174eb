/** Opening it does nothing; the form sets the password, once. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { DeskErrors, DeskField, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { DeskLoginFrame } from "#app/components/desk/desk-login-frame.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireDesk, sourceOfRequest } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { deskCookie } from "#app/http/session/desk-session.server.ts";
import { acceptInvitation, findInvitee } from "#app/models/staff/invitation.server.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

const joinSchema = z.object({ password: z.string().min(1, "Choose a password") });

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireDesk(request);
  const staff = await findInvitee(params["secret"] ?? "", new Date());
  if (!staff) return json({ invitee: null }, { status: 410 });
  return json({ invitee: { name: staff.name, email: staff.email, role: staff.role } });
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireDesk(request);
  const form = await readForm(request, joinSchema);
  if (!form.ok) return deskInvalid(form);
  const secret = params["secret"] ?? "";
  const { password } = form.value;
  const done = await acceptInvitation({ secret, password, ...sourceOfRequest(request) }, new Date());
  if (!done.ok) return deskRefused(done, { field: done.code === "invitation-over" ? "form" : "password" });
  throw seeOther(deskPaths.joinSecondStep(), { "Set-Cookie": await deskCookie(done.value) });
}

export const meta = deskTitle("Your invitation");

export default function DeskJoin() {
  const { invitee } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  if (!invitee)
    return (
      <DeskLoginFrame>
        <h1 className="d-md">This invitation no longer works</h1>
        <p className="sub">
          It may have expired or already been used. If you have chosen your password, log in with it.
          Otherwise ask an owner for a new invitation.
        </p>
        <DeskLink href={deskPaths.login()} look="big">
          Log in
        </DeskLink>
      </DeskLoginFrame>
    );
  return (
    <DeskLoginFrame>
      <h1 className="d-md">Welcome, {invitee.name}</h1>
      <p className="sub">
        Step 1 of 3. You are invited as {invitee.role}. Choose a password, then set up a second step.
      </p>
      <DeskErrors answer={answer} labels={{ password: "Password" }} />
      <form className="stack" method="post">
        <input type="hidden" name="username" autoComplete="username" value={invitee.email} />
        <DeskField
          name="password"
          label="Password"
          type="password"
          hint="At least 12 characters. Several words are easy to remember."
          autoComplete="new-password"
          answer={answer}
        />
        <button className="btn btn--big btn--wide">Accept the invitation</button>
      </form>
    </DeskLoginFrame>
  );
}
