import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { undoEmailChange } from "#app/models/customer/email-change.server.ts";
import { paths } from "#app/paths.ts";

import { refusedForm } from "./auth.server.ts";
import { DEAD_LINK, isLinkAlive, linkToken, linkUsed } from "./email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "./auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [isAlive, meta] = await Promise.all([
    isLinkAlive(request, ["undo-email-change"]),
    privateMeta("Undo the email address change", paths.undoEmailChange()),
  ]);
  return json({ isAlive, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await linkToken(request);
  const done = token ? await undoEmailChange(token, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  throw await linkUsed(request, {
    to: paths.login(),
    say: "We have restored your old email address and logged everyone out. Choose a new password to protect your account.",
  });
}

export default function UndoEmailChange() {
  const { isAlive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (!isAlive) {
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.forgotPassword(), label: "Choose a new password" }]}>
        <p>If you did not ask for the change, contact us straight away.</p>
      </AuthExpiredLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Undo the email address change"
      lead="Confirm and we’ll restore this address to your account and log out everyone who is using it."
      action={paths.undoEmailChange()}
      button={{ label: "Undo the change", pendingLabel: "Undoing" }}
      answer={answer}
    />
  );
}
