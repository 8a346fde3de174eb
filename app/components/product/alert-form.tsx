import { Form } from "@remix-run/react";

import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { paths } from "#app/paths.ts";

export type AlertFormProps = Readonly<{
  variantId: number;
  email?: string;
  error?: string;
}>;

export function AlertForm({ variantId, email, error }: AlertFormProps) {
  return (
    <Form
      method="post"
      action={paths.stockAlerts({ variant: variantId })}
      className="column gap-3"
      noValidate
    >
      <input type="hidden" name="variant" value={variantId} />
      <HoneypotField name={HONEYPOT_FIELD} />
      <div className="field-row">
        <EmailField name="email" value={email} error={error} />
        <SubmitButton label="Email me when it’s back" pendingLabel="Sending" />
      </div>
      <p className="xs">
        You do not need an account. We’ll ask you to confirm, email you once, then delete your address within
        a week.
      </p>
    </Form>
  );
}
