import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { noteEvents } from "#app/http/request/analytics.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clearLinkTokenCookie } from "#app/http/server/link-token-cookie.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { findToken } from "#app/models/customer/token.server.ts";
import { resendVerification, verifyEmail } from "#app/models/customer/sign-up.server.ts";
import { paths } from "#app/paths.ts";

import { invalid, refusedForm } from "./auth.server.ts";
import { logInHere } from "./login.server.ts";
import { DEAD_LINK, isDeadLink, linkToken, linkUsed, noted } from "./email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "./auth.server.ts";

const intentSchema = z.object({
  intent: z.enum(["verify", "resend"]).catch("verify"),
  password: z.string().default(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const [token, visitor, meta] = await Promise.all([
    linkToken(request),
    findVisitor(request),
    privateMeta("Confirm your email address", paths.verify()),
  ]);
  const found = token ? await findToken(token, new Date()) : null;
  const isAlive = found?.purpose === "verify-email";
  const needsPassword = isAlive && found.customerId !== visitor?.id;
  const standing = visitor ? (visitor.isVerified ? "verified" : "unverified") : "stranger";
  return json({ isAlive, needsPassword, standing, meta } as const);
}

export async function action({ request }: ActionFunctionArgs) {
  // A copy, because the guard of "resend" reads the form too.
  const form = await readForm(request.clone(), intentSchema);
  if (!form.ok) return invalid(form);
  if (form.value.intent === "resend") return resend(request);
  const [token, visitor] = await Promise.all([linkToken(request), findVisitor(request)]);
  const { password } = form.value;
  const proof = { visitorId: visitor?.id ?? null, password, address: clientAddress(request) };
  const done = token ? await verifyEmail(token, proof, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done, isDeadLink(done) ? {} : { field: "password" });
  await noteEvents(request, { name: "sign_up", properties: { method: "password" } });
  const { email } = done.value;
  throw visitor
    ? await linkUsed(request, { to: paths.account(), say: CONFIRMED })
    : await enter(request, { email, password });
}

const CONFIRMED = "Your email address has been confirmed.";

/** Who has just typed the password need not type it again. */
async function enter(
  request: Request,
  typed: Readonly<{ email: string; password: string }>,
): Promise<Response> {
  const entered = await logInHere(request, { ...typed, say: CONFIRMED }, new Date());
  if (!entered.ok) return linkUsed(request, { to: paths.login(), say: CONFIRMED });
  entered.value.append("Set-Cookie", await clearLinkTokenCookie());
  return seeOther(paths.account(), entered.value);
}

async function resend(request: Request) {
  const customer = await passGuard("login", request);
  const done = await resendVerification(customer.id, new Date());
  if (!done.ok) return refusedForm(done);
  throw await noted(request, {
    to: paths.account(),
    say: "We have sent you a new link.",
  });
}

const SEND_NEW = {
  title: "This link no longer works",
  lead: "You can use the link in our email once, within 24 hours. Only the newest one works.",
  button: { label: "Send me a new link", pendingLabel: "Sending", intent: "resend" },
} as const;

const CONFIRM = {
  title: "Confirm your email address",
  lead: "Confirm that this address is yours. Earlier orders you placed with it will then appear in your account.",
  button: { label: "Confirm my address", pendingLabel: "Confirming", intent: "verify" },
} as const;

const WAYS = {
  stranger: [{ to: paths.login({ redirectTo: paths.verify() }), label: "Log in to get a new link" }],
  verified: [{ to: paths.account(), label: "Go to your account" }],
} as const;

export default function Verify() {
  const { isAlive, needsPassword, standing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (isAlive) {
    return (
      <AuthConfirmPage {...CONFIRM} action={paths.verify()} answer={answer}>
        {needsPassword ? (
          <PasswordField
            name="password"
            label="Your password"
            hint="The one you chose for the account with this address"
            error={answer.errors["password"]}
            autoComplete="current-password"
          />
        ) : null}
      </AuthConfirmPage>
    );
  }
  if (standing === "unverified") {
    return <AuthConfirmPage {...SEND_NEW} action={paths.verify()} answer={answer} />;
  }
  return (
    <AuthExpiredLinkPage ways={WAYS[standing]}>
      {standing === "verified" ? <p>Your email address has already been confirmed.</p> : null}
    </AuthExpiredLinkPage>
  );
}
