/** /stock-alerts?variant={id}: the answer does not tell whether the address is known. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AlertPage } from "#app/components/product/alert-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { findAlertSubject, requestAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

const signUpSchema = z.object({ email: emailSchema });

export async function loader({ request }: LoaderFunctionArgs) {
  const subject = await subjectOf(request);
  return json({
    subject,
    meta: await privateMeta(`${subject.name}: email me when it’s back`, paths.stockAlerts()),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { variantId } = await subjectOf(request);
  const form = await readForm(request, signUpSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  const { email } = form.value;
  const allowed = await limit("stock-alert", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values: { email } });
  const visitor = await findVisitor(request);
  const done = await requestAlert({ variantId, email, visitor }, new Date());
  if (!done.ok) return refusedForm(done, { values: { email } });
  throw seeOther(paths.stockAlertSent());
}

async function subjectOf(request: Request) {
  const id = new URL(request.url).searchParams.get("variant") ?? "";
  const subject = /^[1-9]\d{0,8}$/.test(id) ? await findAlertSubject(Number(id)) : null;
  if (!subject) throw notFound(request);
  return subject;
}

export default function StockAlert() {
  const { subject } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  return <AlertPage subject={subject} answer={answer} />;
}
