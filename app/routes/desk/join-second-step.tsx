import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { AppKey } from "#app/components/desk/account/app-key.tsx";
import { type DeskAnswer, DeskErrors, DeskField, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { DeskPasskey } from "#app/components/desk/desk-passkey.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { DeskLoginFrame } from "#app/components/desk/desk-login-frame.tsx";
import type { QrCodeProps } from "#app/components/ui/qr-code.tsx";
import { RecoveryCodes } from "#app/components/desk/recovery-codes.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import { findDeskVisit, loginBegun, sourceOfRequest } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { deskDeviceCookie } from "#app/http/session/desk-session.server.ts";
import { browserName } from "#app/models/customer/user-agent.ts";
import { PASSKEY_ANSWER_MAX, PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";
import { drawQr } from "#app/models/shared/qr.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { hasSecondStep } from "#app/models/staff/factors.server.ts";
import { setUpFactor } from "#app/models/staff/login.server.ts";
import { setUpPasskey } from "#app/models/staff/passkeys.server.ts";
import type { FoundDeskSession } from "#app/models/staff/session.server.ts";
import { findTotpSetup } from "#app/models/staff/totp.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

const setupSchema = z
  .object({
    code: z.string().trim().max(20, "Enter the code").default(""),
    passkey: z.string().max(PASSKEY_ANSWER_MAX).optional(),
    passkeyName: z.string().trim().max(PASSKEY_NAME_MAX).default(""),
  })
  .refine(({ code, passkey }) => code !== "" || passkey, { path: ["code"], message: "Enter the code" });

async function setupVisit(request: Request) {
  const visit = await findDeskVisit(request, new Date());
  if (visit?.session.state === "open") throw seeOther(deskPaths.today());
  if (visit?.session.state !== "factor" || (await hasSecondStep(visit.staff.id)))
    throw seeOther(loginBegun(request));
  return visit;
}

type Setup = Readonly<{ secret: string; qr: QrCodeProps["qr"] | null; device: string; hasPasskeys: boolean }>;

const SET_UP: Setup = { secret: "", qr: null, device: "", hasPasskeys: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await findDeskVisit(request, new Date());
  // The recovery codes are drawn with this page: its session is open by then.
  if (visit?.session.state === "open") return json(SET_UP);
  const { staff } = await setupVisit(request);
  const account = { issuer: (await findStore()).name, label: staff.email };
  const setup = await findTotpSetup(staff.id, account);
  if (!setup) throw seeOther(deskPaths.login());
  return json<Setup>({
    secret: setup.secret,
    qr: drawQr(setup.uri),
    device: browserName(request.headers.get("User-Agent") ?? ""),
    hasPasskeys: passkeySite("desk") !== null,
  });
}

type Answered = DeskAnswer & Readonly<{ recoveryCodes?: ReadonlyArray<string> }>;

export async function action({ request }: ActionFunctionArgs) {
  const visit = await setupVisit(request);
  const form = await readForm(request, setupSchema);
  if (!form.ok) return deskInvalid(form);
  const done = await setUp(request, visit, form.value);
  if (!done.ok) return deskRefused(done, { field: done.code.startsWith("passkey") ? "form" : "code" });
  const answer: Answered = { ...NO_DESK_ANSWER, recoveryCodes: done.value };
  return json(answer, { headers: { "Set-Cookie": await deskDeviceCookie(request, visit.staff.id) } });
}

async function setUp(
  request: Request,
  { staff, session }: FoundDeskSession,
  { code, passkey: text, passkeyName: name }: z.output<typeof setupSchema>,
) {
  const [source, now, site] = [sourceOfRequest(request), new Date(), passkeySite("desk")];
  if (!text) return setUpFactor({ staff, session, code, ...source }, now);
  if (!site) return refused("passkey-unavailable");
  if (name === "") return refused("passkey-nameless");
  const actor = { staff, sessionId: session.id, factor: "passkey", ...source, now };
  return setUpPasskey({ staff, session }, { text, site, name }, actor);
}

export const meta = deskTitle("Second step");

export default function DeskSecondStep() {
  const { secret, qr, device, hasPasskeys } = useLoaderData<typeof loader>();
  const answer: Answered = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  if (answer.recoveryCodes)
    return (
      <DeskLoginFrame>
        <RecoveryCodes codes={answer.recoveryCodes} step="Step 3 of 3." />
      </DeskLoginFrame>
    );
  if (secret === "")
    return (
      <DeskLoginFrame>
        <h1 className="d-md">Your second step is set up</h1>
        <p className="sub">New recovery codes are at your account.</p>
        <DeskLink href={deskPaths.today()} look="big">
          Go to the desk
        </DeskLink>
      </DeskLoginFrame>
    );
  return (
    <DeskLoginFrame>
      <h1 className="d-md">Second step</h1>
      <p className="sub">
        Step 2 of 3. Scan this with an authenticator app on your phone, then type the six digits it shows.
      </p>
      {qr ? <AppKey secret={secret} qr={qr} /> : null}
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <form className="stack" method="post">
        <DeskField
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          className="mono"
          answer={answer}
        />
        <button className="btn btn--big btn--wide">Continue</button>
      </form>
      {hasPasskeys ? (
        <form className="stack" method="post">
          <DeskPasskey purpose="add" label="Use a passkey in place of the app" otherwise="use the app">
            <DeskField
              name="passkeyName"
              label="Name of the passkey"
              hint="So that you know which device it is"
              value={device}
              maxLength={PASSKEY_NAME_MAX}
              answer={answer}
            />
          </DeskPasskey>
        </form>
      ) : null}
    </DeskLoginFrame>
  );
}
