import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { DeskErrors, LoginCodeField, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { DeskLoginFrame } from "#app/components/desk/desk-login-frame.tsx";
import { DeskPasskey } from "#app/components/desk/desk-passkey.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import {
  deskTarget,
  findDeskVisit,
  loginBegun,
  sourceOfRequest,
} from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { deskCookie, deskDeviceCookie, isDeskDevice } from "#app/http/session/desk-session.server.ts";
import { PASSKEY_ANSWER_MAX } from "#app/models/passkey/passkey.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { secondStepsOf } from "#app/models/staff/factors.server.ts";
import { confirmLogin } from "#app/models/staff/login.server.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";

const codeSchema = z
  .object({
    code: z.string().trim().max(40, "Enter a code").default(""),
    passkey: z.string().max(PASSKEY_ANSWER_MAX).optional(),
    keep: z.literal("on").optional(),
    to: z.string().default(""),
  })
  .refine(({ code, passkey }) => code !== "" || passkey, { path: ["code"], message: "Enter a code" });

/** Without one the log-in begins again. */
async function halfVisit(request: Request) {
  const visit = await findDeskVisit(request, new Date());
  if (visit?.session.state === "open") throw seeOther(deskPaths.today());
  if (visit?.session.state === "factor") throw seeOther(deskPaths.joinSecondStep());
  if (!visit) throw seeOther(loginBegun(request));
  return visit;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await halfVisit(request);
  const to = deskTarget(new URL(request.url).searchParams.get("to"));
  return json({ name: staff.name, to, ...(await secondStepsOf(staff.id)) });
}

export async function action({ request }: ActionFunctionArgs) {
  const { staff, session } = await halfVisit(request);
  const form = await readForm(request, codeSchema);
  if (!form.ok) return deskInvalid(form);
  const { code, keep, to, passkey: text } = form.value;
  const site = passkeySite("desk");
  const passkey = text && site ? { text, site } : null;
  const isNewDevice = !(await isDeskDevice(request, staff.id));
  const login = { staff, session, code, passkey, isNewDevice, stays: keep === "on" };
  const done = await confirmLogin({ ...login, ...sourceOfRequest(request) }, new Date());
  if (!done.ok) return deskRefused(done, { field: "code", values: { to } });
  throw seeOther(deskTarget(to) ?? deskPaths.today(), await openedHeaders(request, staff.id, done.value));
}

async function openedHeaders(request: Request, staffId: StaffId, token: string): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await deskCookie(token) });
  headers.append("Set-Cookie", await deskDeviceCookie(request, staffId));
  return headers;
}

export const meta = deskTitle("Second step");

export default function DeskLoginCode() {
  const { name, to, hasTotp, hasPasskey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return (
    <DeskLoginFrame>
      <a className="tap sm back" href={deskPaths.login()}>
        <Icon name="left" />
        Not {name}? Start again
      </a>
      <h1 className="d-md">Second step</h1>
      <p className="sub">
        {hasTotp
          ? "Open your authenticator app and type the six digits it shows."
          : "Use your passkey, or type one of your recovery codes."}
      </p>
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <form className="stack" method="post">
        <input type="hidden" name="to" value={answer.values["to"] ?? to ?? ""} />
        <LoginCodeField answer={answer} hasTotp={hasTotp} />
        <label className="check">
          <input type="checkbox" name="keep" />
          <span>
            Stay logged in on this device for 12 hours
            <small>Otherwise you are logged out after 30 minutes without a click.</small>
          </span>
        </label>
        <button className="btn btn--big btn--wide">Log in</button>
        {hasPasskey ? (
          <DeskPasskey purpose="log-in" label="Log in with a passkey" otherwise="type a code" />
        ) : null}
      </form>
    </DeskLoginFrame>
  );
}
