/** Only saving uses the link up. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { AuthSetPasswordPage } from "#app/components/auth/auth-set-password-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { knownDeviceCookie } from "#app/http/session/known-device.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { setPassword } from "#app/models/customer/password.server.ts";
import { paths } from "#app/paths.ts";

import { invalid, newPasswordSchema, refusedForm } from "./auth.server.ts";
import { DEAD_LINK, isDeadLink, isLinkAlive, linkToken, linkUsed } from "./email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "./auth.server.ts";

const PURPOSES = ["reset-password", "invitation"] as const;

const passwordSchema = z.object({ password: newPasswordSchema });

export async function loader({ request }: LoaderFunctionArgs) {
  const [isAlive, meta] = await Promise.all([
    isLinkAlive(request, PURPOSES),
    privateMeta("Choose a password", paths.setPassword()),
  ]);
  return json({ isAlive, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, passwordSchema);
  if (!form.ok) return invalid(form);
  const [token, now] = [await linkToken(request), new Date()];
  // A valid link is counted by its token: others at the same address cannot use up its attempts.
  const counted = token && (await isLinkAlive(request, PURPOSES)) ? token : clientAddress(request);
  const allowed = await limitAccount("set-password-address", counted, now);
  if (!allowed.ok) return refusedForm(allowed);
  const done = token ? await setPassword(token, form.value.password, now) : DEAD_LINK;
  if (!done.ok) return refusedForm(done, { field: isDeadLink(done) ? undefined : "password" });
  const answer = await linkUsed(request, {
    to: paths.login(),
    say: "Your password has been saved. You can now log in.",
  });
  // The device becomes known, so that other people's failures cannot block the next login.
  answer.headers.append("Set-Cookie", await knownDeviceCookie(request, done.value));
  throw answer;
}

export default function SetPassword() {
  const { isAlive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (isAlive) return <AuthSetPasswordPage answer={answer} />;
  return (
    <AuthExpiredLinkPage ways={[{ to: paths.forgotPassword(), label: "Send me a new link" }]}>
      <p>This link has not changed your password. You can ask for a new link.</p>
    </AuthExpiredLinkPage>
  );
}
