import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { DeskErrors, DeskNotice, NO_DESK_ANSWER, LoginFields } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { DeskLoginFrame } from "#app/components/desk/desk-login-frame.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import {
  deskTarget,
  findDeskVisit,
  requireDesk,
  sourceOfRequest,
} from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { deskCookie, readDeskPeople } from "#app/http/session/desk-session.server.ts";
import { logInAtDesk } from "#app/models/staff/login.server.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";

const loginSchema = z.object({
  email: z.string().trim().min(1, "Enter your email address").max(254, "Enter your email address"),
  password: z.string().min(1, "Enter your password"),
  to: z.string().default(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = deskTarget(searchParams.get("to"));
  const visit = await findDeskVisit(request, new Date());
  if (visit?.session.state === "open") throw seeOther(to ?? deskPaths.today());
  return json({ to, isCookieRefused: searchParams.has("cookies") });
}

export async function action({ request }: ActionFunctionArgs) {
  await requireDesk(request);
  const form = await readForm(request, loginSchema);
  if (!form.ok) return deskInvalid(form);
  const { email, password, to } = form.value;
  const knownPeople = await readDeskPeople(request);
  const done = await logInAtDesk({ email, password, knownPeople, ...sourceOfRequest(request) }, new Date());
  if (!done.ok) return deskRefused(done, { values: { email, to } });
  const next =
    done.value.next === "factor" ? deskPaths.joinSecondStep() : deskPaths.loginCode(deskTarget(to));
  throw seeOther(next, { "Set-Cookie": await deskCookie(done.value.token) });
}

export const meta = deskTitle("Log in");

export default function DeskLogin() {
  const { to, isCookieRefused } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return (
    <DeskLoginFrame>
      <h1 className="d-md">Log in to the desk</h1>
      <p className="sub">First your password, then a second step.</p>
      {isCookieRefused ? (
        <DeskNotice tone="error">
          Your browser did not keep our cookie, so we could not log you in. Allow cookies for this address,
          then log in with your email address and password.
        </DeskNotice>
      ) : null}
      <DeskErrors answer={answer} labels={{ email: "Email address", password: "Password" }} />
      <form className="stack" method="post">
        <input type="hidden" name="to" value={answer.values["to"] ?? to ?? ""} />
        <LoginFields answer={answer} />
        <button className="btn btn--big btn--wide">Continue</button>
      </form>
      <p className="xs muted">Lost your password or your phone? Ask an owner to send you a new invitation.</p>
    </DeskLoginFrame>
  );
}
