import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ContactSentPage } from "#app/components/contact/contact-sent-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { workingDaysText } from "#app/models/content/contact.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const TITLE = "Thank you for your message";

export async function loader() {
  const { contact } = await findStore();
  return json({
    answeredWithin: workingDaysText(contact.replyWithinWorkingDays),
    meta: await privateMeta(TITLE, paths.contactSent()),
  });
}

export default function ContactSent() {
  const { answeredWithin } = useLoaderData<typeof loader>();
  return <ContactSentPage title={TITLE} answeredWithin={answeredWithin} />;
}
