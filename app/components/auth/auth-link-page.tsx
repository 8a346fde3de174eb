import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import type { Note } from "#app/components/ui/note.tsx";

import { type AuthAnswer, AuthFrame } from "./auth-frame.tsx";

type ConfirmPageProps = Readonly<{
  title: string;
  lead: string;
  /** Where the button sends its form to. */
  action: string;
  button: Readonly<{ label: string; pendingLabel: string; intent?: string }>;
  answer?: AuthAnswer;
  note?: Note | null;
  /** Fields, where the button alone is not enough. */
  children?: ReactNode;
}>;

/** What a link from an e-mail opens: a button. Only pressing it does anything, so that mail scanners use nothing up. */
export function AuthConfirmPage({ children, action, button, ...page }: ConfirmPageProps) {
  const { title, lead, answer, note } = page;
  return (
    <AuthFrame title={title} answer={answer} note={note} narrow>
      <Form method="post" action={action} noValidate>
        <p className="lead">{lead}</p>
        {children}
        <SubmitButton size="is-large" wide {...button} />
      </Form>
    </AuthFrame>
  );
}

type DeadLinkPageProps = Readonly<{
  /** What to do instead. */
  children: ReactNode;
  ways: ReadonlyArray<Readonly<{ to: string; label: string }>>;
}>;

/** A link that is incomplete, used, replaced by a newer one or too old: one page for all of them. */
export function AuthDeadLinkPage({ children, ways }: DeadLinkPageProps) {
  return (
    <AuthFrame title="This link no longer works">
      <div className="stack">
        <p className="lead">
          Links in our emails can be used once and stop working after a while. Only the newest one works. You
          may have used this one already. If your browser refuses cookies, allow them for our shop and open
          the link again.
        </p>
        {children}
        {ways.map(({ to, label }) => (
          <p key={to}>
            <Link className="link" to={to}>
              {label}
            </Link>
          </p>
        ))}
      </div>
    </AuthFrame>
  );
}
