import { Form } from "@remix-run/react";

import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import { paths } from "#app/paths.ts";

import { PASSWORD_HINT } from "./auth-copy.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type AuthOfferProps = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  honeypotName: string;
}>;

/** For a guest after paying: only the password is missing. */
export function AuthOffer({ firstName, lastName, email, honeypotName }: AuthOfferProps) {
  return (
    <TitledSection
      look="d-sm"
      className="no-print panel sage column"
      id="offer"
      title="Save this order to an account"
    >
      <p className="muted">
        Choose a password, then confirm your address using the link we email you. You can then track this
        order and buy again without retyping your details.
      </p>
      <Form method="post" action={paths.register()} className="field-column starts narrow" noValidate>
        <HoneypotField name={honeypotName} />
        <input type="hidden" name="firstName" value={firstName} />
        <input type="hidden" name="lastName" value={lastName} />
        <EmailField name="email" value={email} autoComplete="username" />
        <PasswordField name="password" label="Password" hint={PASSWORD_HINT} autoComplete="new-password" />
        <SubmitButton label="Create account" pendingLabel="Creating your account" />
      </Form>
    </TitledSection>
  );
}
