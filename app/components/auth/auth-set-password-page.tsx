import { Form } from "@remix-run/react";

import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { paths } from "#app/paths.ts";

import { type AuthAnswer, AuthFrame } from "./auth-frame.tsx";
import { PASSWORD_HINT } from "./auth-copy.ts";

export function AuthSetPasswordPage({ answer }: Readonly<{ answer: AuthAnswer }>) {
  return (
    <AuthFrame title="Choose a password" answer={answer}>
      <Form method="post" action={paths.setPassword()} noValidate>
        <PasswordField
          name="password"
          label="New password"
          hint={PASSWORD_HINT}
          error={answer.errors["password"]}
          autoComplete="new-password"
        />
        <p className="sm muted">You’ll be logged out on every device. Log in again with your new password.</p>
        <SubmitButton size="is-large" wide label="Save password" />
      </Form>
    </AuthFrame>
  );
}
