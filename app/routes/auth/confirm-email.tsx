import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { accountText } from "#app/models/customer/customer-email.ts";
import { confirmEmailChange, findEmailChange } from "#app/models/customer/email-change.server.ts";
import { paths } from "#app/paths.ts";

import { invalid, refusedForm } from "./auth.server.ts";
import { DEAD_LINK, isDeadLink, linkToken, linkUsed } from "./email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "./auth.server.ts";

const confirmSchema = z.object({ password: z.string().default("") });

export async function loader({ request }: LoaderFunctionArgs) {
  const [token, visitor, meta] = await Promise.all([
    linkToken(request),
    findVisitor(request),
    privateMeta("Confirm your new email address", paths.confirmEmail()),
  ]);
  const requested = token ? await findEmailChange(token, new Date()) : null;
  const change = requested && {
    account: accountText(requested),
    needsPassword: requested.customerId !== visitor?.id,
  };
  return json({ change, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, confirmSchema);
  if (!form.ok) return invalid(form);
  const [token, visitor, session] = await Promise.all([
    linkToken(request),
    findVisitor(request),
    readSession(request),
  ]);
  const { password } = form.value;
  const proof = {
    visitorId: visitor?.id ?? null,
    password,
    address: clientAddress(request),
    keepToken: session.customerToken(),
  };
  const done = token ? await confirmEmailChange(token, proof, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done, isDeadLink(done) ? {} : { field: "password" });
  throw await linkUsed(request, {
    to: visitor ? paths.account() : paths.login(),
    say: "Your new email address has been confirmed. Other browsers have been logged out.",
  });
}

export default function ConfirmEmail() {
  const { change } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (!change) {
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.account(), label: "Go to your account" }]}>
        <p>
          This link has not changed your email address. You can ask for the change again in your account
          details.
        </p>
      </AuthExpiredLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Confirm your new email address"
      lead={`You are about to use this email address for ${change.account}. If that is not your account, close this page: nothing changes.`}
      action={paths.confirmEmail()}
      button={{ label: "Use this address", pendingLabel: "Confirming" }}
      answer={answer}
    >
      {change.needsPassword ? (
        <PasswordField
          name="password"
          label="Your password"
          hint="The password of that account"
          error={answer.errors["password"]}
          autoComplete="current-password"
        />
      ) : null}
    </AuthConfirmPage>
  );
}
