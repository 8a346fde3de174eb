/** /verify: confirms an e-mail address by a link from an e-mail, and sends a new link to those who are logged in. */
import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthDeadLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { noteEvents } from "#app/http/request/analytics.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { resendVerification, verifyEmail } from "#app/models/customer/token.server.ts";
import { paths } from "#app/paths.ts";

import { invalid, privateHead, refusedForm, retryAfterHeaders } from "./auth-answers.server.ts";
import { DEAD_LINK, isDeadLink, isLinkAlive, linkToken, linkUsed, noted } from "./link-answers.server.ts";

const intentSchema = z.object({
  intent: z.enum(["verify", "resend"]).catch("verify"),
  password: z.string().default(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const [isAlive, visitor, meta] = await Promise.all([
    isLinkAlive(request, ["verify-email"]),
    findVisitor(request),
    privateHead("Confirm your e-mail address", paths.verify()),
  ]);
  const standing = visitor ? (visitor.isVerified ? "verified" : "unverified") : "stranger";
  return json({ isAlive, standing, meta } as const);
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, intentSchema);
  if (!form.ok) return invalid(form);
  if (form.value.intent === "resend") return resend(request);
  const [token, visitor] = await Promise.all([linkToken(request), findVisitor(request)]);
  const { password } = form.value;
  const proof = { visitorId: visitor?.id ?? null, password, address: clientAddress(request) };
  const done = token ? await verifyEmail(token, proof, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done, isDeadLink(done) ? {} : { field: "password" });
  await noteEvents(request, { name: "sign_up", properties: { method: "password" } });
  const to = visitor ? paths.account() : paths.login();
  throw await linkUsed(request, { to, say: "Your e-mail address is confirmed." });
}

async function resend(request: Request) {
  const customer = await passGuard("login", request);
  const done = await resendVerification(customer.id, new Date());
  if (!done.ok) return refusedForm(done);
  throw await noted(request, {
    to: paths.account(),
    say: "A new link is on its way to your e-mail address.",
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers(args: HeadersArgs) {
  return retryAfterHeaders(args);
}

const SEND_NEW = {
  title: "This link does not work any more",
  lead: "Links from our e-mails work once, for 24 hours, and only the newest one counts.",
  button: { label: "Send me a new link", pendingLabel: "Sending", intent: "resend" },
} as const;

const CONFIRM = {
  title: "Confirm your e-mail address",
  lead: "Press the button, and the address is yours: orders you placed with it join your account.",
  button: { label: "Confirm my address", pendingLabel: "Confirming", intent: "verify" },
} as const;

const WAYS = {
  stranger: [{ to: paths.login({ redirectTo: paths.verify() }), label: "Log in to have a new link sent" }],
  verified: [{ to: paths.account(), label: "Go to your account" }],
} as const;

export default function Verify() {
  const { isAlive, standing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (isAlive) {
    return (
      <AuthConfirmPage {...CONFIRM} action={paths.verify()} answer={answer}>
        {standing === "unverified" ? null : (
          <PasswordField
            name="password"
            label="Your password"
            hint="The one you chose for this account"
            error={answer.errors["password"]}
            autoComplete="current-password"
          />
        )}
      </AuthConfirmPage>
    );
  }
  if (standing === "unverified") {
    return <AuthConfirmPage {...SEND_NEW} action={paths.verify()} answer={answer} />;
  }
  return (
    <AuthDeadLinkPage ways={WAYS[standing]}>
      {standing === "verified" ? <p>Your e-mail address is confirmed already.</p> : null}
    </AuthDeadLinkPage>
  );
}
