import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

/** What was just done about the newsletter, or about an alert. Each page is the same for every address. */
export const LIST_DONE = {
  newsletter: {
    sent: {
      title: "Nearly there: check your e-mail",
      lead: "We have sent you an e-mail. Open the link in it within seven days: then you are on the list.",
      also: "If you are on the list already, the e-mail says so.",
    },
    confirmed: {
      title: "You are on the list",
      lead: "We write to you about once a month. Every letter has a link that ends them.",
      also: "A short welcome is on its way. It says how to choose what we write about.",
    },
    left: {
      title: "You get no more letters",
      lead: "We write no more letters to this address. One that is on its way may still arrive.",
      also: "Messages about your orders, and an account if you have one, stay as they are.",
    },
  },
  alert: {
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
  },
} as const;

export type ListDoneProps = Readonly<{
  list: keyof typeof LIST_DONE;
  kind: "sent" | "confirmed" | "left";
}>;

export function ListDonePage({ list, kind }: ListDoneProps) {
  const { title, lead, also } = LIST_DONE[list][kind];
  return (
    <AuthFrame title={title}>
      <div className="stack">
        <p className="lead">{lead}</p>
        <p>{also}</p>
        {kind === "sent" ? <NothingThere /> : null}
        {kind === "left" && list === "newsletter" ? (
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

function NothingThere() {
  const { email } = useStore().contact;
  return (
    <p>
      Nothing there after some minutes? Look among the unwanted mail, check the address you typed, or write to
      us at <a href={`mailto:${email}`}>{email}</a>.
    </p>
  );
}
