/** /confirm-email: the new address of an account, confirmed by a link that was sent to it. */
import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/account/auth-frame.tsx";
import { AuthConfirmPage, AuthDeadLinkPage } from "#app/components/account/auth-link-page.tsx";
import { findVisitor } from "#app/http/require-customer.server.ts";
import { confirmEmailChange } from "#app/models/email-change.server.ts";
import { paths } from "#app/paths.ts";

import { privateHead, refusedForm, retryAfterHeaders } from "./auth-answers.server.ts";
import { DEAD_LINK, isLinkAlive, linkToken, linkUsed } from "./link-answers.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [isAlive, meta] = await Promise.all([
    isLinkAlive(request, ["change-email"]),
    privateHead("Confirm your new e-mail address", paths.confirmEmail()),
  ]);
  return json({ isAlive, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await linkToken(request);
  const done = token ? await confirmEmailChange(token, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  const to = (await findVisitor(request)) ? paths.account() : paths.login();
  throw await linkUsed(request, {
    to,
    say: "Your new e-mail address is confirmed. Log in with it from now on.",
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers(args: HeadersArgs) {
  return retryAfterHeaders(args);
}

export default function ConfirmEmail() {
  const { isAlive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (!isAlive) {
    return (
      <AuthDeadLinkPage ways={[{ to: paths.account(), label: "Go to your account" }]}>
        <p>Your account keeps the address it has. You can ask for the change again in your details.</p>
      </AuthDeadLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Confirm your new e-mail address"
      lead="Press the button, and your account uses this address. We tell the old one, too."
      action={paths.confirmEmail()}
      button={{ label: "Use this address", pendingLabel: "Confirming" }}
      answer={answer}
    />
  );
}
