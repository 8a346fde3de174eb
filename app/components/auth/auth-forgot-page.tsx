import { Form, Link } from "@remix-run/react";

import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { paths } from "#app/paths.ts";

import { type AuthAnswer, AuthFrame, fieldOf } from "./auth-frame.tsx";

type ForgotPageProps = Readonly<{ answer: AuthAnswer; honeypotName: string }>;

export function AuthForgotPage({ answer, honeypotName }: ForgotPageProps) {
  return (
    <AuthFrame title="Forgotten your password?" answer={answer}>
      <Form method="post" action={paths.forgotPassword()} noValidate>
        <p>Enter your email address and we’ll send you a link to choose a new password.</p>
        <HoneypotField name={honeypotName} />
        <TextField
          {...fieldOf(answer, "email")}
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
        />
        <SubmitButton size="is-large" wide label="Email me a link" pendingLabel="Sending" />
        <p className="sm muted">
          Remembered it? <Link to={paths.login()}>Log in</Link>
        </p>
      </Form>
    </AuthFrame>
  );
}
