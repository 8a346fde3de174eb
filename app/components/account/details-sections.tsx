import { Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { FieldGrid } from "#app/components/form/field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { PERSON_NAME_MAX } from "#app/models/customer/address.ts";
import { PASSWORD_MIN } from "#app/models/customer/password.ts";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { ACCOUNT_CONSENT } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";

import type { DetailsPageProps } from "./details-page.tsx";
import styles from "./details-page.module.css";
import { DetailsForm, DetailsSection } from "./details-section.tsx";

type SectionProps = Pick<DetailsPageProps, "customer" | "errors" | "values">;

export function NameSection({ customer, errors, values }: SectionProps) {
  return (
    <DetailsSection id="your-name" title="Your name">
      <DetailsForm>
        <div className={styles.fields}>
          <FieldGrid>
            <TextField
              name="firstName"
              label="First name"
              autoComplete="given-name"
              maxLength={PERSON_NAME_MAX}
              value={values["firstName"] ?? customer.firstName}
              error={errors["firstName"]}
            />
            <TextField
              name="lastName"
              label="Last name"
              autoComplete="family-name"
              maxLength={PERSON_NAME_MAX}
              value={values["lastName"] ?? customer.lastName}
              error={errors["lastName"]}
            />
          </FieldGrid>
        </div>
        <SubmitButton intent="rename" label="Save name" pendingLabel="Saving" />
      </DetailsForm>
    </DetailsSection>
  );
}

export function EmailSection({ customer, errors, values }: SectionProps) {
  return (
    <DetailsSection id="your-email" title="Email address">
      <p>
        <b>{customer.email}</b>
        <span className="muted">{customer.isVerified ? " Confirmed." : " Not confirmed yet."}</span>
      </p>
      {customer.isVerified ? null : (
        <DetailsForm>
          <SubmitButton intent="resend" kind="line" label="Send a new link" pendingLabel="Sending" />
        </DetailsForm>
      )}
      <DetailsForm>
        <div className={styles.fields}>
          <TextField
            name="newEmail"
            label="New email address"
            hint="We’ll send a link to the new address. Your email address changes only when you use it. We’ll also tell your old address."
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
            value={values["newEmail"]}
            error={errors["newEmail"]}
          />
          <PasswordField
            name="emailPassword"
            label="Your password"
            autoComplete="current-password"
            error={errors["emailPassword"]}
          />
        </div>
        <SubmitButton intent="change-email" label="Change email address" pendingLabel="Sending" />
      </DetailsForm>
    </DetailsSection>
  );
}

export function PasswordSection({ errors }: SectionProps) {
  return (
    <DetailsSection id="your-password" title="Password">
      <DetailsForm>
        <div className={styles.fields}>
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={errors["currentPassword"]}
          />
          <PasswordField
            name="newPassword"
            label="New password"
            hint={`At least ${PASSWORD_MIN} characters. Three random words are a good start.`}
            autoComplete="new-password"
            error={errors["newPassword"]}
          />
        </div>
        <p className="sm muted">Changing your password logs you out on all other devices.</p>
        <SubmitButton intent="change-password" label="Change password" pendingLabel="Changing" />
      </DetailsForm>
    </DetailsSection>
  );
}

export function NewsletterSection({ customer, values }: SectionProps) {
  const isTyped = values["intent"] === "newsletter";
  return (
    <DetailsSection id="letter" title="Newsletter">
      <DetailsForm>
        <CheckField
          name="newsletter"
          label={ACCOUNT_CONSENT}
          hint={customer.isVerified ? undefined : "Starts once you confirm your email address"}
          defaultChecked={isTyped ? values["newsletter"] === "on" : customer.wantsNewsletter}
        />
        {customer.isVerified && customer.wantsNewsletter ? (
          <p className="sm">
            <Link to={paths.newsletterPreferences()}>Choose your newsletter topics</Link>
          </p>
        ) : null}
        <SubmitButton intent="newsletter" kind="line" label="Save preferences" pendingLabel="Saving" />
      </DetailsForm>
    </DetailsSection>
  );
}
