import { Link } from "@remix-run/react";

import { paths } from "#app/paths.ts";

import { AuthFrame } from "./auth-frame.tsx";
import { NotReceived } from "./not-received.tsx";

export type SentKind = "register" | "forgot-password";

const WORDS = {
  register: {
    lead: "We have sent you an email. Use the link in it within 24 hours to confirm your email address.",
    also: "If you already have an account, the email will tell you so.",
    again: { to: paths.register(), label: "Start again" },
  },
  "forgot-password": {
    lead: "If that email address has an account, we have sent it a link. You can use it once, within 30 minutes.",
    also: "If you ask for another link, earlier ones will stop working.",
    again: { to: paths.forgotPassword(), label: "Send another link" },
  },
} as const satisfies Record<SentKind, unknown>;

export function AuthSentPage({ kind }: Readonly<{ kind: SentKind }>) {
  const { lead, also, again } = WORDS[kind];
  return (
    <AuthFrame title="Check your email">
      <div className="stack">
        <p className="lead">{lead}</p>
        <p>{also}</p>
        <NotReceived />
        <p>
          <Link className="link" to={again.to}>
            {again.label}
          </Link>
        </p>
        <p>
          <Link className="link" to={paths.login()}>
            Log in
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
