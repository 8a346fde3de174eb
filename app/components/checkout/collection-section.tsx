import { FieldGrid, FieldSpan } from "#app/components/form/field.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { PERSON_NAME_MAX, PHONE_MAX } from "#app/models/customer/address.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import styles from "./checkout-page.module.css";
import type { CheckoutPageProps } from "./checkout-page.tsx";

const FIELDS = [
  {
    name: "collector_first_name",
    label: "First name",
    autoComplete: "given-name",
    maxLength: PERSON_NAME_MAX,
  },
  {
    name: "collector_last_name",
    label: "Last name",
    autoComplete: "family-name",
    maxLength: PERSON_NAME_MAX,
  },
] as const;

type CollectionSectionProps = Pick<CheckoutPageProps, "view" | "errors"> &
  Readonly<{ place: CollectionPlace }>;

export function CollectionSection({ view: { values }, errors, place }: CollectionSectionProps) {
  const common = (name: string) => ({ name, value: values[name], error: errors[name] });
  return (
    <div className={styles.collected}>
      <h2 className="d-sm">Collection</h2>
      <CollectionPlaceText place={place} />
      <div className={styles.below}>
        <FieldGrid>
          {FIELDS.map((field) => (
            <TextField key={field.name} {...field} {...common(field.name)} />
          ))}
          <FieldSpan>
            <TextField
              label="Phone number"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={PHONE_MAX}
              optional
              {...common("collector_phone")}
            />
          </FieldSpan>
        </FieldGrid>
      </div>
    </div>
  );
}

export function CollectionPlaceText({ place }: Readonly<{ place: CollectionPlace }>) {
  return (
    <div className="muted">
      <p>{place.address.join(", ")}</p>
      {place.hours.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
