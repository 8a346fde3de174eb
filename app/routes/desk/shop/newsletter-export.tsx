/** /desk/newsletter/export: asks for a code before the addresses can be downloaded. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { NewsletterExportPage } from "#app/components/desk/shop/newsletter-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { countSubscriptions } from "#app/models/newsletter/admin-subscriptions.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const codeSchema = z.object({ code: z.string().max(40).default("") });

export async function loader({ request }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "export-newsletter");
  const { subscribed } = await countSubscriptions();
  return json({ count: subscribed, isConfirmed: isRecentlyConfirmed(session, actor.now) });
}

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "export-newsletter");
  const form = await readForm(request, codeSchema);
  if (!form.ok) return deskInvalid(form);
  const confirmed = await confirmedBy(visit, form.value.code);
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  throw seeOther(deskPaths.newsletterExport());
}

export const meta: MetaFunction = () => deskMeta("Export subscribers");

export default function DeskNewsletterExport() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <NewsletterExportPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
