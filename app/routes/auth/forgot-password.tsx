/** The answer is the same whether the account exists or not. */
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { AuthForgotPage } from "#app/components/auth/auth-forgot-page.tsx";
import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { readKnownDevices } from "#app/http/session/known-device.server.ts";
import { requestReset } from "#app/models/customer/password.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { paths } from "#app/paths.ts";

import { invalid, refusedForm } from "./auth.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "./auth.server.ts";

const forgotSchema = z.object({ email: emailSchema });

export async function loader() {
  const meta = await privateMeta("Forgotten your password?", paths.forgotPassword());
  return json({ honeypotName: honeypotFieldName(), meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, forgotSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  const { email } = form.value;
  const asker = { address: clientAddress(request), devices: await readKnownDevices(request) };
  const requested = await requestReset(email, new Date(), asker);
  if (!requested.ok) return refusedForm(requested, { values: { email } });
  throw seeOther(paths.forgotPasswordSent());
}

export default function ForgotPassword() {
  const { honeypotName } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  return <AuthForgotPage answer={answer} honeypotName={honeypotName} />;
}
