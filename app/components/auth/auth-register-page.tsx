import { Form, Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { FieldGrid, fieldOf, FieldSpan } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextField } from "#app/components/form/text-field.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { PERSON_NAME_MAX } from "#app/models/customer/address.ts";
import { ACCOUNT_CONSENT } from "#app/models/newsletter/consent-texts.ts";
import { paths } from "#app/paths.ts";

import { type AuthAnswer, AuthFrame } from "./auth-frame.tsx";
import styles from "./auth-frame.module.css";
import { PASSWORD_HINT } from "./auth-copy.ts";

const IMAGE = { width: 1600, height: 1000, alt: "" } as const;
const IMAGE_SIZES = "(min-width: 790px) 46vw, 92vw";

type RegisterPageProps = Readonly<{
  answer: AuthAnswer;
  redirectTo: string | null;
  honeypotName: string;
  image: string;
}>;

export function AuthRegisterPage({ answer, redirectTo, honeypotName, image }: RegisterPageProps) {
  const aside = (
    <div className={`photo ${styles.photo}`}>
      <ShopImage image={{ file: image, ...IMAGE }} sizes={IMAGE_SIZES} />
    </div>
  );
  return (
    <AuthFrame title="Create an account" answer={answer} aside={aside}>
      <Form method="post" action={paths.register()} noValidate>
        <HoneypotField name={honeypotName} />
        <RegisterFields answer={answer} />
        <SubmitButton size="is-large" wide label="Create account" pendingLabel="Creating your account" />
        <p className="sm muted">
          Already have an account? <Link to={paths.login({ redirectTo })}>Log in</Link>. Our{" "}
          <Link to={paths.information("privacy")}>privacy notice</Link> explains how we use your details.
        </p>
      </Form>
    </AuthFrame>
  );
}

function RegisterFields({ answer }: Pick<RegisterPageProps, "answer">) {
  return (
    <FieldGrid>
      <TextField
        {...fieldOf(answer, "firstName")}
        label="First name"
        autoComplete="given-name"
        maxLength={PERSON_NAME_MAX}
      />
      <TextField
        {...fieldOf(answer, "lastName")}
        label="Last name"
        autoComplete="family-name"
        maxLength={PERSON_NAME_MAX}
      />
      <FieldSpan>
        <EmailField
          {...fieldOf(answer, "email")}
          hint="We’ll send you a link to confirm it"
          autoComplete="username"
        />
      </FieldSpan>
      <FieldSpan>
        <PasswordField
          name="password"
          label="Password"
          hint={PASSWORD_HINT}
          error={answer.errors["password"]}
          autoComplete="new-password"
        />
      </FieldSpan>
      <FieldSpan>
        <CheckField
          name="newsletter"
          label={ACCOUNT_CONSENT}
          hint="Starts once you confirm your email address. Unsubscribe at any time."
          defaultChecked={answer.values["newsletter"] === "on"}
        />
      </FieldSpan>
    </FieldGrid>
  );
}
