import { CheckField } from "#app/components/form/check-field.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { FieldGrid, FieldSpan } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { useLocale, useStore } from "#app/hooks/use-root-data.ts";
import { deliverable } from "#app/models/checkout/addresses.ts";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import { PERSON_NAME_MAX, PHONE_MAX } from "#app/models/customer/address.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import type { Consignment } from "#app/models/shipping/shipment-groups.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import { AddressFields } from "./address-fields.tsx";
import styles from "./checkout-page.module.css";
import { CollectionPlaceText } from "./delivery-parts.tsx";
import { deliveryText } from "./order-summary.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";

type SectionProps = Readonly<{ view: CheckoutView; errors: CheckoutErrors }>;

type DeliverySectionProps = SectionProps &
  Readonly<{ isGuest: boolean; saved: ReadonlyArray<SavedAddress>; onPostcode: () => void }>;

/** Where the items go, and where the bill goes. A customer may choose an address they keep, or keep a new one. */
export function DeliverySection(props: DeliverySectionProps) {
  const { view, errors, isGuest, saved, onPostcode } = props;
  const { values } = view;
  const { places } = useStore();
  return (
    <section className={styles.block} aria-labelledby="delivery">
      <div className={styles.sent}>
        <h2 className="d-sm" id="delivery">
          Delivery address
        </h2>
        {view.collection ? (
          <p className={`sm muted ${styles.hint}`}>
            Collecting it yourself? Leave the address empty and choose collection under Delivery option.
          </p>
        ) : null}
        <SavedAddresses
          kind="delivery"
          addresses={deliverable(saved, places)}
          chosen={values["delivery_saved"]}
          onChange={onPostcode}
        />
        <div className={styles.typedDelivery}>
          <AddressFields kind="delivery" values={values} errors={errors} onPostcode={onPostcode} />
          {isGuest ? null : (
            <div className={styles.below}>
              <CheckField
                name="delivery_save"
                label="Save this address to my account"
                defaultChecked={values["delivery_save"] === "on"}
              />
            </div>
          )}
        </div>
      </div>
      {view.collection ? <CollectionSection view={view} errors={errors} place={view.collection} /> : null}
      <BillingChoice {...props} />
    </section>
  );
}

function BillingChoice({ view: { values }, errors, saved }: DeliverySectionProps) {
  const isDifferent = values["billing"] === "different";
  return (
    <>
      <fieldset className={styles.below}>
        <legend className="visually-hidden">Billing address</legend>
        <CheckField
          type="radio"
          name="billing"
          id="billing"
          value="same"
          label={
            <>
              <span className={styles.sent}>Same as delivery address</span>
              <span className={styles.collected}>No billing address needed</span>
            </>
          }
          defaultChecked={!isDifferent}
        />
        <CheckField
          type="radio"
          name="billing"
          id="billing-different"
          value="different"
          label="Use a different billing address"
          defaultChecked={isDifferent}
        />
      </fieldset>
      <div className={styles.billing}>
        <h3 className="d-xs">Billing address</h3>
        <div className={styles.below}>
          <SavedAddresses kind="billing" addresses={saved} chosen={values["billing_saved"]} />
          <div className={styles.typedBilling}>
            <AddressFields kind="billing" values={values} errors={errors} />
          </div>
        </div>
      </div>
    </>
  );
}

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

function CollectionSection({
  view: { values },
  errors,
  place,
}: SectionProps & Readonly<{ place: CollectionPlace }>) {
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

type OptionSectionProps = SectionProps & Readonly<{ onChange: () => void }>;

export function OptionSection({ view, errors, onChange }: OptionSectionProps) {
  const locale = useLocale();
  return (
    <section className={styles.block} aria-labelledby="option">
      <h2 className="d-sm" id="option">
        Delivery option
      </h2>
      {/* Another postcode has other options: resets the rows to the server's choice. */}
      <ChoiceRows
        key={view.options.map((option) => `${option.method} ${String(option.unavailableReason)}`).join()}
        name="method"
        legend="Choose a delivery option"
        hideLegend
        error={errors["method"]}
        chosen={view.chosenMethod}
        onChange={onChange}
        choices={view.options.map((option) => ({
          value: option.method,
          title: option.name,
          aside: option.unavailableReason === null ? deliveryText(option.price, locale) : null,
          text: <OptionText option={option} />,
          disabled: option.unavailableReason !== null,
        }))}
      />
      <DayField view={view} error={errors["delivery_day"]} onChange={onChange} />
      {view.zoneNote ? <p className={`sm muted ${styles.below} ${styles.sent}`}>{view.zoneNote}</p> : null}
      <div className={styles.below}>
        <SubmitButton intent="update" kind="line" label="Update delivery and total" pendingLabel="Updating" />
      </div>
    </section>
  );
}

function OptionText({ option }: Readonly<{ option: DeliveryOption }>) {
  if (option.unavailableReason !== null) return <>{option.unavailableReason}</>;
  return (
    <>
      {option.consignments.map((consignment) => (
        <span key={consignment.variantIds.join(" ")} className={styles.promises}>
          {promiseText(consignment, option.consignments.length)}
        </span>
      ))}
      {[option.description, option.surcharge].filter(Boolean).join(" ")}
    </>
  );
}

type DayFieldProps = Pick<OptionSectionProps, "view" | "onChange"> & Readonly<{ error: string | undefined }>;

function DayField({ view: { days, values }, error, onChange }: DayFieldProps) {
  if (!days || days.length === 0) return null;
  const chosen = days.find(({ value }) => value === values["delivery_day"]);
  return (
    <div className={`${styles.below} ${styles.sent}`}>
      <SelectField
        // Resets only when the list of days changes.
        key={`${days[0]?.value ?? ""} ${days.length}`}
        name="delivery_day"
        label="Delivery day"
        hint="Days available for your address"
        error={error}
        value={chosen?.value ?? ""}
        options={[{ value: "", label: "Choose a day" }, ...days]}
        onChange={onChange}
      />
    </div>
  );
}

function promiseText({ what, when }: Consignment, count: number): string {
  return count === 1 ? upperFirst(when) : `${what}: ${when}`;
}
