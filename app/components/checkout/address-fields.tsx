import type { FocusEvent } from "react";

import { FieldGrid, FieldSpan } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import {
  ADDRESS_FIELDS,
  ADDRESS_FORM,
  type AddressField,
  addressLabel,
} from "#app/models/customer/address.ts";
import { needsPostcode } from "#app/models/shared/postcode.ts";
import { COUNTRIES, countryName } from "#app/models/store/country.ts";

type AddressFieldsProps = Readonly<{
  /** "list": of a family, whose names are typed elsewhere. */
  kind: "delivery" | "billing" | "book" | "list";
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onPostcode?: () => void;
}>;

export function AddressFields(props: AddressFieldsProps) {
  return (
    <FieldGrid>
      <AddressInputs {...props} />
    </FieldGrid>
  );
}

type AddressInputsProps = AddressFieldsProps & Readonly<{ fields?: ReadonlyArray<AddressField> }>;

export function AddressInputs({
  kind,
  values,
  errors,
  onPostcode,
  fields = ADDRESS_FIELDS,
}: AddressInputsProps) {
  const { prefix, section, phone } = KINDS[kind];
  const { home, delivered } = useStore().places;
  const country = values[`${prefix}country_code`] || home;
  const input = (field: AddressField) => {
    const { maxLength, autoComplete, optional } = { optional: null, ...ADDRESS_FORM[field] };
    const name = `${prefix}${field}`;
    const common = {
      label: addressLabel(field, country),
      name,
      value: values[name],
      error: errors[name],
      autoComplete: `${section}${autoComplete}`,
    };
    if (field === "country_code")
      return (
        <SelectField
          {...common}
          key={field}
          value={country}
          options={kind === "delivery" || kind === "list" ? delivered.map(choice) : ANYWHERE}
        />
      );
    const text = (
      <TextField
        {...common}
        {...(field === "phone" ? phone : {})}
        key={field}
        maxLength={maxLength}
        optional={optional === "always" || optional === kind || isLeftOut(field, country)}
        onBlur={field === "postal_code" && onPostcode ? ifChanged(onPostcode) : undefined}
      />
    );
    return field === "address1" ? <FieldSpan key={field}>{text}</FieldSpan> : text;
  };
  return <>{fields.map(input)}</>;
}

function isLeftOut(field: AddressField, country: string): boolean {
  return field === "postal_code" && !needsPostcode(country);
}

function ifChanged(notify: () => void) {
  return (event: FocusEvent<HTMLInputElement>) => {
    if (event.target.value !== event.target.defaultValue) notify();
  };
}

const PHONE = { type: "tel", inputMode: "tel" } as const;

const KINDS = {
  delivery: { prefix: "delivery_", section: "shipping ", phone: PHONE },
  billing: { prefix: "billing_", section: "billing ", phone: PHONE },
  book: { prefix: "", section: "", phone: PHONE },
  list: { prefix: "", section: "", phone: { type: "tel", hint: "For the courier" } },
} as const satisfies Record<AddressFieldsProps["kind"], object>;

const choice = (code: string) => ({ value: code, label: countryName(code) });
const ANYWHERE = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
