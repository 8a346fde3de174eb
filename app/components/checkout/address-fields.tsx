import type { FocusEvent } from "react";

import { FieldGrid, FieldSpan } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import {
  type AddressField,
  DELIVERY_COUNTRIES,
  PERSON_NAME_MAX,
  PHONE_MAX,
  POSTCODE_MAX,
  STREET_MAX,
} from "#app/models/customer/address.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";
import { COUNTRIES, countryName } from "#app/models/store/country.ts";

const TOKENS = {
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  address1: "address-line1",
  address2: "address-line2",
  city: "address-level2",
  country_code: "country",
  phone: "tel",
  postal_code: "postal-code",
} as const satisfies Record<AddressField, string>;

const TEXT_FIELDS = {
  first_name: { label: "First name", maxLength: PERSON_NAME_MAX },
  last_name: { label: "Last name", maxLength: PERSON_NAME_MAX },
  company: { label: "Company", maxLength: NAME_MAX, optional: true },
  address1: { label: "Address line 1", maxLength: STREET_MAX },
  address2: { label: "Address line 2", maxLength: STREET_MAX, optional: true },
  city: { label: "Town or city", maxLength: NAME_MAX },
  postal_code: { label: "Postcode", maxLength: POSTCODE_MAX },
  phone: { label: "Phone number", maxLength: PHONE_MAX, type: "tel", inputMode: "tel" },
} as const;

type TextName = keyof typeof TEXT_FIELDS;

type AddressFieldsProps = Readonly<{
  kind: "delivery" | "billing" | "book";
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onPostcode?: () => void;
}>;

export function AddressFields({ kind, values, errors, onPostcode }: AddressFieldsProps) {
  const isDelivery = kind === "delivery";
  const { prefix, section } = KINDS[kind];
  const common = (field: AddressField) => ({
    name: `${prefix}${field}`,
    value: values[`${prefix}${field}`],
    error: errors[`${prefix}${field}`],
    autoComplete: `${section}${TOKENS[field]}`,
  });
  const text = (field: TextName) => (
    <TextField {...TEXT_FIELDS[field]} {...common(field)} optional={isOptional(field, kind)} />
  );
  return (
    <FieldGrid>
      {text("first_name")}
      {text("last_name")}
      <FieldSpan>{text("address1")}</FieldSpan>
      {text("address2")}
      {text("company")}
      {text("city")}
      <TextField
        {...TEXT_FIELDS.postal_code}
        {...common("postal_code")}
        onBlur={onPostcode && ifChanged(onPostcode)}
      />
      <SelectField
        label="Country"
        {...common("country_code")}
        value={values[`${prefix}country_code`] ?? "GB"}
        options={isDelivery ? DELIVERED_TO : ANYWHERE}
      />
      {text("phone")}
    </FieldGrid>
  );
}

function ifChanged(notify: () => void) {
  return (event: FocusEvent<HTMLInputElement>) => {
    if (event.target.value !== event.target.defaultValue) notify();
  };
}

const KINDS = {
  delivery: { prefix: "delivery_", section: "shipping " },
  billing: { prefix: "billing_", section: "billing " },
  book: { prefix: "", section: "" },
} as const satisfies Record<AddressFieldsProps["kind"], { prefix: string; section: string }>;

function isOptional(field: TextName, kind: AddressFieldsProps["kind"]): boolean {
  return field === "company" || field === "address2" || (field === "phone" && kind === "billing");
}

const DELIVERED_TO = DELIVERY_COUNTRIES.map((code) => ({ value: code, label: countryName(code) }));
const ANYWHERE = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
