import { Form } from "@remix-run/react";

import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

import type { DetailsPageProps } from "./details-page.tsx";
import styles from "./details-page.module.css";
import { DetailsForm, DetailsSection } from "./details-section.tsx";

type SectionProps = Pick<DetailsPageProps, "errors">;

export function DataSection({ errors }: SectionProps) {
  return (
    <DetailsSection id="your-data" title="Your data">
      <p className="muted">
        Download all the data in your account as one file (JSON), including your details, addresses, orders
        and basket.
      </p>
      <Form method="post" action={paths.accountExport()} className={styles.form} reloadDocument noValidate>
        <div className={styles.fields}>
          <PasswordField
            name="exportPassword"
            label="Your password"
            autoComplete="current-password"
            error={errors["exportPassword"]}
          />
        </div>
        <Button nativeType="submit" kind="line">
          Download my data
        </Button>
      </Form>
    </DetailsSection>
  );
}

export function RemovalSection({ errors }: SectionProps) {
  return (
    <DetailsSection id="removal" title="Delete my account">
      <p className="muted">
        We delete your name, addresses and basket and log you out everywhere at once. This cannot be undone.
        Orders on their way keep your details until they are finished; tax law requires us to keep invoices,
        without your name and address.
      </p>
      <details className={styles.removal} open={Boolean(errors["removalPassword"])}>
        <summary>I want to delete my account</summary>
        <DetailsForm>
          <div className={styles.fields}>
            <PasswordField
              name="removalPassword"
              label="Your password"
              autoComplete="current-password"
              error={errors["removalPassword"]}
            />
          </div>
          <SubmitButton
            intent="remove-account"
            kind="danger"
            label="Delete my account"
            pendingLabel="Deleting"
          />
        </DetailsForm>
      </details>
    </DetailsSection>
  );
}
