/** /desk/login/code: the second step of a log-in, a code of the app or a recovery code. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { DeskErrors, DeskField, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { DeskIcon } from "#app/components/desk/desk-icon.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { DoorFrame } from "#app/components/desk/door-frame.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskTarget, findDeskVisit, sourceOfRequest } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { deskCookie } from "#app/http/session/desk-session.server.ts";
import { confirmLogin } from "#app/models/staff/login.server.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";

const codeSchema = z.object({
  code: z.string().trim().min(1, "Enter a code").max(40, "Enter a code"),
  keep: z.literal("on").optional(),
  to: z.string().default(""),
});

/** The half session of this browser; without one the log-in begins again. */
async function halfVisit(request: Request) {
  const visit = await findDeskVisit(request, new Date());
  if (visit?.session.state === "open") throw seeOther(deskPaths.today());
  if (visit?.session.state === "factor") throw seeOther(deskPaths.joinSecondStep());
  if (!visit) throw seeOther(deskPaths.login());
  return visit;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await halfVisit(request);
  const to = deskTarget(new URL(request.url).searchParams.get("to"));
  return json({ name: staff.name, to });
}

export async function action({ request }: ActionFunctionArgs) {
  const { staff, session } = await halfVisit(request);
  const form = await readForm(request, codeSchema);
  if (!form.ok) return deskInvalid(form);
  const { code, keep, to } = form.value;
  const login = { staff, session, code, stays: keep === "on", ...sourceOfRequest(request) };
  const done = await confirmLogin(login, new Date());
  if (!done.ok) return deskRefused(done, { field: "code", values: { to } });
  throw seeOther(deskTarget(to) ?? deskPaths.today(), { "Set-Cookie": await deskCookie(done.value) });
}

export const meta: MetaFunction = () => deskMeta("Second step");

export default function DeskLoginCode() {
  const { name, to } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return (
    <DoorFrame>
      <a className="back" href={deskPaths.login()}>
        <DeskIcon name="left" />
        Not {name}? Start again
      </a>
      <h1 className="h1">Second step</h1>
      <p className="sub">Open your authenticator app and type the six digits it shows.</p>
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <form className="stack" method="post">
        <input type="hidden" name="to" value={answer.values["to"] ?? to ?? ""} />
        <DeskField
          name="code"
          label="Code"
          hint="Or one of your recovery codes"
          inputMode="text"
          autoComplete="one-time-code"
          maxLength={40}
          className="mono"
          answer={answer}
        />
        <label className="check">
          <input type="checkbox" name="keep" />
          <span>
            Stay logged in on this device for 12 hours
            <small>Otherwise you are logged out after 30 minutes without a click.</small>
          </span>
        </label>
        <button className="btn btn--big btn--wide">Log in</button>
      </form>
    </DoorFrame>
  );
}
