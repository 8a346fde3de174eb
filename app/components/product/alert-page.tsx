import { Link } from "@remix-run/react";

import { type AuthAnswer, AuthFrame } from "#app/components/auth/auth-frame.tsx";

import { AlertForm } from "./alert-form.tsx";

export type AlertPageProps = Readonly<{
  subject: Readonly<{ variantId: number; name: string; path: string; isSoldOut: boolean }>;
  answer: AuthAnswer;
}>;

export function AlertPage({ subject, answer }: AlertPageProps) {
  const { variantId, name, path, isSoldOut } = subject;
  return (
    <AuthFrame title={isSoldOut ? `${name} is sold out` : `${name} is in stock`} answer={answer}>
      {isSoldOut ? (
        <>
          <p className="lead">
            Enter your email address and we’ll email you once, when it is back in stock. We email people in
            the order they signed up.
          </p>
          <AlertForm variantId={variantId} email={answer.values["email"]} error={answer.errors["email"]} />
        </>
      ) : null}
      <p>
        <Link className="link" to={path}>
          {isSoldOut ? `Back to ${name}` : `View ${name}`}
        </Link>
      </p>
    </AuthFrame>
  );
}
