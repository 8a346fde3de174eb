import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/account/auth-frame.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

/** What was just done about the letters. Each page is the same for every address. */
export const NEWSLETTER_DONE = {
  sent: {
    title: "Check your e-mail",
    lead: "We have sent you an e-mail. Open the link in it within seven days: then you are on the list.",
    also: "If you are on the list already, the e-mail says so.",
  },
  confirmed: {
    title: "You are on the list",
    lead: "We write to you about once a month. Every letter has a link that ends them.",
    also: "A short welcome is on its way. It says how to choose what we write about.",
  },
  left: {
    title: "You are off the list",
    lead: "We write no more letters to this address. One that is on its way may still arrive.",
    also: "Messages about your orders, and an account if you have one, stay as they are.",
  },
} as const;

export type NewsletterDoneKind = keyof typeof NEWSLETTER_DONE;

export function NewsletterDonePage({ kind }: Readonly<{ kind: NewsletterDoneKind }>) {
  const { contact } = useStore();
  const { title, lead, also } = NEWSLETTER_DONE[kind];
  return (
    <AuthFrame title={title}>
      <div className="stack">
        <p className="lead">{lead}</p>
        <p>{also}</p>
        {kind === "sent" ? (
          <p>
            Nothing there after some minutes? Look among the unwanted mail, check the address you typed, or
            write to us at <a href={`mailto:${contact.email}`}>{contact.email}</a>.
          </p>
        ) : null}
        {kind === "left" ? (
          <p>
            It was a mistake? <Link to={paths.newsletter()}>Leave your address again</Link>.
          </p>
        ) : null}
        <p>
          <Link className="link" to={paths.categories()}>
            Go on shopping
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
