import { Form } from "@remix-run/react";

import { AddressFields } from "#app/components/checkout/address-fields.tsx";
import { CheckField } from "#app/components/form/check-field.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { OwnerField } from "#app/components/form/owner-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

import { CustomerFrame } from "./customer-frame.tsx";
import { DraftNotice } from "./draft-notice.tsx";

export type AddressFormPageProps = Readonly<{
  title: string;
  action: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** True when the values were saved as the session ended. */
  isDraft: boolean;
}>;

export function AddressFormPage({ title, action, values, errors, isDraft }: AddressFormPageProps) {
  return (
    <CustomerFrame current="addresses">
      <div className="measure">
        <h1 className="d-lg below-6">{title}</h1>
        {isDraft ? (
          <div className="below-8">
            <DraftNotice />
          </div>
        ) : null}
        <ErrorSummary errors={errors} />
        <Form id="form" method="post" action={action} noValidate>
          <OwnerField />
          <AddressFields kind="book" values={values} errors={errors} />
          <div className="column gap-1 above-6">
            <CheckField
              name="default_delivery"
              label="Use as my default delivery address"
              defaultChecked={values["default_delivery"] === "on"}
              error={errors["default_delivery"]}
            />
            <CheckField
              name="default_billing"
              label="Use as my default billing address"
              defaultChecked={values["default_billing"] === "on"}
            />
          </div>
          <div className="cluster gap-3 above-8">
            <SubmitButton intent="save" size="is-large" label="Save address" />
            <ButtonLink to={paths.addresses()} kind="quiet" size="is-large">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </div>
    </CustomerFrame>
  );
}
