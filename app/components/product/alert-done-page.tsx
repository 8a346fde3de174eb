import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/account/auth-frame.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

/** What was just done about an alert. Each page is the same for every address. */
export const ALERT_DONE = {
  sent: {
    title: "Check your e-mail",
    lead: "We have sent you an e-mail. Open the link in it within seven days: then you are in the queue.",
    also: "If you are in the queue already, the e-mail says so.",
  },
  confirmed: {
    title: "You are in the queue",
    lead: "We write to you once, when it is in stock again.",
    also: "When few come back, those who waited longest hear of it a day before the others.",
  },
  left: {
    title: "You are off the list",
    lead: "We have deleted this e-mail address from all our lists of things that people wait for.",
    also: "Orders, reviews and an account, if you have one, stay as they are.",
  },
} as const;

export type AlertDoneKind = keyof typeof ALERT_DONE;

export function AlertDonePage({ kind }: Readonly<{ kind: AlertDoneKind }>) {
  const { contact } = useStore();
  const { title, lead, also } = ALERT_DONE[kind];
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
        <p>
          <Link className="link" to={paths.categories()}>
            Go on shopping
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
