import { json } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { ContactSentPage } from "#app/components/contact/contact-sent-page.tsx";
import { workingDaysText } from "#app/models/content/contact.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth.server.ts";

const TITLE = "Thank you for your message";

export async function loader() {
  const { contact } = await findStore();
  return json({
    answeredWithin: workingDaysText(contact.replyWithinWorkingDays),
    meta: await privateHead(TITLE, paths.contactSent()),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function ContactSent() {
  const { answeredWithin } = useLoaderData<typeof loader>();
  return <ContactSentPage title={TITLE} answeredWithin={answeredWithin} />;
}
