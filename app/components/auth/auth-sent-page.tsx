import { Link } from "@remix-run/react";

import { useStore } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

import { AuthFrame } from "./auth-frame.tsx";

/** What an e-mail was asked for. The page is the same whether the address has an account or not. */
export type SentKind = "register" | "forgot-password";

const WORDS = {
  register: {
    lead: "We have sent you an e-mail. Open the link in it within 24 hours to confirm your address.",
    also: "If you have an account already, the e-mail says so instead.",
    again: { to: paths.register(), label: "Make an account again" },
  },
  "forgot-password": {
    lead: "If there is an account with that address, a link is on its way. It works once, for 30 minutes.",
    also: "A newer link makes the older ones worthless.",
    again: { to: paths.forgotPassword(), label: "Send another link" },
  },
} as const satisfies Record<SentKind, unknown>;

export function AuthSentPage({ kind }: Readonly<{ kind: SentKind }>) {
  const { contact } = useStore();
  const { lead, also, again } = WORDS[kind];
  return (
    <AuthFrame title="Check your e-mail">
      <div className="stack">
        <p className="lead">{lead}</p>
        <p>{also}</p>
        <p>
          Nothing there after some minutes? Look among the unwanted mail, check the address you typed, or
          write to us at <a href={`mailto:${contact.email}`}>{contact.email}</a>.
        </p>
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
