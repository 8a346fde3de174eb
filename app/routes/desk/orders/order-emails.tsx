import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { OrderEmailsPage } from "#app/components/desk/orders/order-emails-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { repeatEmailAtDesk } from "#app/models/desk/orders/order-emails.server.ts";
import { listRepeatableEmails } from "#app/models/order/emails/repeat.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";
import { deskOrder, numberIn } from "#app/routes/desk/order.server.ts";

const formSchema = z.object({
  email: z.string().min(1, "Choose an email").max(80, "Choose an email"),
  key: z.string().min(1).max(60),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "resend-email");
  const [{ order }, store] = await Promise.all([deskOrder(numberIn(params)), findStore()]);
  const emails = await listRepeatableEmails(order.id);
  return json({
    number: order.number,
    to: order.email,
    emails: emails.map(({ key, title, at }) => ({
      key,
      title,
      when: at === null ? "" : dateTimeText(at, store),
    })),
    formKey: newId("parcel"),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "resend-email");
  const { order } = await deskOrder(numberIn(params));
  const form = await readForm(request, formSchema);
  if (!form.ok) return deskInvalid(form);
  const done = await repeatEmailAtDesk({ number: order.number, ...form.value }, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.order(order.number, { done: done.value.isNew ? "email" : "email-before" }));
}

export const meta = deskTitle<typeof loader>(({ params }) => `Emails of order ${params["number"] ?? ""}`);

export default deskPage<typeof loader, typeof action>(OrderEmailsPage);
