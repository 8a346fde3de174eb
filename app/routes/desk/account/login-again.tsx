/** What was typed is stored nowhere: it travels from page to page. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";

import { type DeskAnswer, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { DeskLoginFrame } from "#app/components/desk/desk-login-frame.tsx";
import { type LoginAgainData, LoginAgainPage } from "#app/components/desk/shop/login-again-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm, readTyped } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import {
  deskTarget,
  findDeskVisit,
  requireDesk,
  sourceOfRequest,
} from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  deskCookie,
  deskDeviceCookie,
  isDeskDevice,
  readDeskPeople,
} from "#app/http/session/desk-session.server.ts";
import { PASSKEY_ANSWER_MAX } from "#app/models/passkey/passkey.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { secondStepsOf } from "#app/models/staff/factors.server.ts";
import { confirmLogin, logInAtDesk } from "#app/models/staff/login.server.ts";

/** Characters of the fields as JSON: a form has fewer. */
const TYPED_MAX = 65_536;

const fieldsSchema = z.record(z.string());

const typedField = z
  .string()
  .max(TYPED_MAX)
  .refine((text) => isFields(text));

const passwordSchema = z.object({
  typed: typedField,
  email: z.string().trim().min(1, "Enter your email address").max(254, "Enter your email address"),
  password: z.string().min(1, "Enter your password"),
});

const codeSchema = z
  .object({
    typed: typedField,
    code: z.string().trim().max(40, "Enter a code").default(""),
    passkey: z.string().max(PASSKEY_ANSWER_MAX).optional(),
  })
  .refine(({ code, passkey }) => code !== "" || passkey, { path: ["code"], message: "Enter a code" });

function isFields(text: string): boolean {
  try {
    return fieldsSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireDesk(request);
  return null;
}

export async function action({ request }: ActionFunctionArgs) {
  await requireDesk(request);
  const { searchParams } = new URL(request.url);
  const form = deskTarget(searchParams.get("form"));
  if (form === null) throw seeOther(deskPaths.login());
  switch (searchParams.get("step")) {
    case "password":
      return password(request, form);
    case "code":
      return code(request, form);
    default:
      return arrival(request, form);
  }
}

/** Codes and answers of passkeys are left out: they are used up. */
async function arrival(request: Request, form: string) {
  const fields = Object.entries(await readTyped(request)).filter(
    ([name]) => !["code", "passkey", "typed"].includes(name),
  );
  if (fields.every(([name]) => name === "intent")) throw seeOther(deskPaths.login(form));
  const typed = JSON.stringify(Object.fromEntries(fields));
  const visit = await findDeskVisit(request, new Date());
  if (visit?.session.state === "open") return page({ form, typed, step: "send" });
  if (visit?.session.state === "code")
    return page({ form, typed, step: "code" }, { staffId: visit.staff.id });
  return page({ form, typed, step: "password" });
}

async function password(request: Request, form: string) {
  const read = await readForm(request, passwordSchema);
  if (!read.ok) return again({ form, step: "password" }, read);
  const { typed, email, password: secret } = read.value;
  const now = new Date();
  const knownPeople = await readDeskPeople(request);
  const done = await logInAtDesk({ email, password: secret, knownPeople, ...sourceOfRequest(request) }, now);
  if (!done.ok) {
    const { status, message } = shopError(done);
    const answer = { errors: { form: message }, values: { email } };
    return page({ form, typed, step: "password" }, { answer, status });
  }
  const headers = new Headers({ "Set-Cookie": await deskCookie(done.value.token) });
  if (done.value.next === "factor") throw seeOther(deskPaths.joinSecondStep(), headers);
  return page({ form, typed, step: "code" }, { headers, staffId: done.value.staffId });
}

async function code(request: Request, form: string) {
  const visit = await findDeskVisit(request, new Date());
  const read = await readForm(request, codeSchema);
  if (visit?.session.state !== "code")
    return read.ok
      ? page({ form, typed: read.value.typed, step: visit?.session.state === "open" ? "send" : "password" })
      : again({ form, step: "password" }, read);
  const { staff, session } = visit;
  if (!read.ok) return again({ form, step: "code" }, read, staff.id);
  const { typed, code: text, passkey: answered } = read.value;
  const site = passkeySite("desk");
  const passkey = answered && site ? { text: answered, site } : null;
  const isNewDevice = !(await isDeskDevice(request, staff.id));
  const login = { staff, session, code: text, passkey, isNewDevice, stays: false };
  const done = await confirmLogin({ ...login, ...sourceOfRequest(request) }, new Date());
  if (!done.ok) {
    const { status, message } = shopError(done);
    const answer = { errors: { code: message }, values: {} };
    return page({ form, typed, step: "code" }, { answer, status, staffId: staff.id });
  }
  const headers = new Headers({ "Set-Cookie": await deskCookie(done.value) });
  headers.append("Set-Cookie", await deskDeviceCookie(request, staff.id));
  return page({ form, typed, step: "send" }, { headers });
}

/** A form without what was typed is none of ours. */
function again(
  step: Readonly<{ form: string; step: LoginAgainData["step"] }>,
  { errors, values }: DeskAnswer,
  staffId?: StaffId,
) {
  const typed = values["typed"] ?? "";
  if (!isFields(typed)) throw seeOther(deskPaths.login(step.form));
  return page({ ...step, typed }, { answer: { errors, values }, status: 422, staffId });
}

type Rest = Readonly<{
  answer?: DeskAnswer;
  status?: number;
  headers?: Headers;
  staffId?: StaffId | undefined;
}>;

async function page(
  data: Pick<LoginAgainData, "form" | "typed" | "step">,
  { answer = NO_DESK_ANSWER, status = 200, headers = new Headers(), staffId }: Rest = {},
) {
  const steps = staffId ? await secondStepsOf(staffId) : { hasTotp: false, hasPasskey: false };
  return json({ ...data, ...steps, answer }, { status, headers });
}

export const meta = deskTitle("Log in again");

export default function DeskLoginAgain() {
  const data = useActionData<typeof action>();
  if (data) return <LoginAgainPage {...data} />;
  return (
    <DeskLoginFrame>
      <h1 className="d-md">There is nothing to send</h1>
      <p className="sub">
        <a href={deskPaths.login()}>Log in to the desk</a>
      </p>
    </DeskLoginFrame>
  );
}
