import { Form } from "@remix-run/react";

import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { paths } from "#app/paths.ts";

import styles from "./auth-offer.module.css";
import { PASSWORD_HINT } from "./auth-words.ts";

export type AuthOfferProps = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  honeypotName: string;
}>;

/** After paying as a guest: the details are known already, only a password is missing. */
export function AuthOffer({ firstName, lastName, email, honeypotName }: AuthOfferProps) {
  return (
    <section className={styles.offer} aria-labelledby="offer">
      <h2 className="d-sm" id="offer">
        Keep this order in an account
      </h2>
      <p className="muted">
        Choose a password, and confirm your address by the e-mail we send. Then you can follow this order and
        order again without typing it all once more.
      </p>
      <Form method="post" action={paths.register()} className={styles.form} noValidate>
        <HoneypotField name={honeypotName} />
        <input type="hidden" name="firstName" value={firstName} />
        <input type="hidden" name="lastName" value={lastName} />
        <TextField
          name="email"
          value={email}
          label="E-mail address"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
        />
        <PasswordField name="password" label="Password" hint={PASSWORD_HINT} autoComplete="new-password" />
        <SubmitButton label="Make an account" pendingLabel="Making your account" />
      </Form>
    </section>
  );
}
