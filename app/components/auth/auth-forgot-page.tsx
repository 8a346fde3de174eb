import { Form, Link } from "@remix-run/react";

import { fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import { paths } from "#app/paths.ts";

import { type AuthAnswer, AuthFrame } from "./auth-frame.tsx";

type ForgotPageProps = Readonly<{ answer: AuthAnswer; honeypotName: string }>;

export function AuthForgotPage({ answer, honeypotName }: ForgotPageProps) {
  return (
    <AuthFrame title="Forgotten your password?" answer={answer}>
      <Form method="post" action={paths.forgotPassword()} noValidate>
        <p>Enter your email address and we’ll send you a link to choose a new password.</p>
        <HoneypotField name={honeypotName} />
        <EmailField {...fieldOf(answer, "email")} autoComplete="username" />
        <SubmitButton size="is-large" wide label="Email me a link" pendingLabel="Sending" />
        <p className="sm muted">
          Remembered it? <Link to={paths.login()}>Log in</Link>
        </p>
      </Form>
    </AuthFrame>
  );
}
