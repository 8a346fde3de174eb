import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { NotReceived } from "#app/components/auth/not-received.tsx";
import { paths } from "#app/paths.ts";

/** The same words for every address, so that they do not tell who subscribes. */
export const SUBSCRIPTION_STATUS = {
  newsletter: {
    sent: {
      title: "Nearly there: check your email",
      lead: "We have sent you an email. Use the link in it within 7 days to confirm that you want our emails.",
      also: "If you are already subscribed, the email will tell you so.",
    },
    confirmed: {
      title: "You’re subscribed",
      lead: "Newsletters come about once a month. Every email has an unsubscribe link.",
      also: "We have sent you a short welcome email. You can choose your topics there.",
    },
    left: {
      title: "You’re unsubscribed",
      lead: "We will not send any more newsletters to this address. One that has already left us may still arrive.",
      also: "You’ll still get emails about your orders. If you have an account, it stays open.",
    },
  },
  alert: {
    sent: {
      title: "Check your email",
      lead: "We have sent you an email. Use the link in it within 7 days to confirm your stock alert.",
      also: "If you have already asked for this alert, the email will tell you so.",
    },
    confirmed: {
      title: "We’ll email you when it’s back",
      lead: "You’ll get one email when it is back in stock.",
      also: "If only a few come back, we email the people who have waited longest a day before everyone else.",
    },
    left: {
      title: "Your stock alerts are cancelled",
      lead: "We have removed your email address from all our stock alerts.",
      also: "Your orders and reviews, and your account if you have one, are not affected.",
    },
  },
} as const;

export type SubscriptionStatusProps = Readonly<{
  list: keyof typeof SUBSCRIPTION_STATUS;
  kind: "sent" | "confirmed" | "left";
}>;

export function SubscriptionStatusPage({ list, kind }: SubscriptionStatusProps) {
  const { title, lead, also } = SUBSCRIPTION_STATUS[list][kind];
  return (
    <AuthFrame title={title}>
      <div className="stack">
        <p className="lead">{lead}</p>
        <p>{also}</p>
        {kind === "sent" ? <NotReceived /> : null}
        {kind === "left" && list === "newsletter" ? (
          <p>
            Unsubscribed by mistake? <Link to={paths.newsletter()}>Sign up again</Link>.
          </p>
        ) : null}
        <p>
          <Link className="link" to={paths.categories()}>
            Continue shopping
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
