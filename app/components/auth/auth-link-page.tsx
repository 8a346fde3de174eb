import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import type { Note } from "#app/components/ui/note.tsx";

import { type AuthAnswer, AuthFrame } from "./auth-frame.tsx";

type ConfirmPageProps = Readonly<{
  title: string;
  lead: string;
  action: string;
  button: Readonly<{ label: string; pendingLabel: string; intent?: string }>;
  answer?: AuthAnswer;
  note?: Note | null;
  children?: ReactNode;
}>;

/** A button, because mail scanners open links and must not use them up. */
export function AuthConfirmPage({ children, action, button, ...page }: ConfirmPageProps) {
  const { title, lead, answer, note } = page;
  return (
    <AuthFrame title={title} answer={answer} note={note}>
      <Form method="post" action={action} noValidate>
        <p className="lead">{lead}</p>
        {children}
        <SubmitButton size="is-large" wide {...button} />
      </Form>
    </AuthFrame>
  );
}

type DeadLinkPageProps = Readonly<{
  children: ReactNode;
  ways: ReadonlyArray<Readonly<{ to: string; label: string }>>;
}>;

/** The same page for incomplete, used, replaced and expired links. */
export function AuthExpiredLinkPage({ children, ways }: DeadLinkPageProps) {
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
