import { CheckField } from "#app/components/form/check-field.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { FieldGrid, fieldOf, FieldSpan } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";
import { useLocale, useStore } from "#app/hooks/use-root-data.ts";
import { useSubmitting } from "#app/hooks/use-submitting.ts";
import { deliverable } from "#app/models/checkout/addresses.ts";
import { isBillingSame } from "#app/models/checkout/billing.ts";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import { NEED_SEEN } from "#app/models/checkout/needed-by.ts";
import { type AddressLookup, TYPED_ADDRESS } from "#app/models/checkout/found-address.ts";
import { priceOrFree } from "#app/models/cart/totals.ts";
import type { CheckoutOption, CheckoutView } from "#app/models/checkout/view.ts";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import { PERSON_NAME_MAX, PHONE_MAX } from "#app/models/customer/address.ts";
import { normalisePostcode, postcodeName } from "#app/models/shared/postcode.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import type { Consignment } from "#app/models/shipping/shipment-groups.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";
import { paths } from "#app/paths.ts";

import { AddressFields, AddressInputs } from "./address-fields.tsx";
import styles from "./checkout-page.module.css";
import { CollectionPlaceText } from "./delivery-parts.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type SectionProps = Readonly<{ view: CheckoutView; errors: CheckoutErrors }>;

type DeliverySectionProps = SectionProps &
  Readonly<{ isGuest: boolean; saved: ReadonlyArray<SavedAddress>; lookup: AddressLookup }>;

/** A postcode and a day are enough for the delivery dates, so they come before the rest of the address. */
export function DatesSection(
  props: Pick<DeliverySectionProps, keyof SectionProps | "saved"> &
    Readonly<{ onChange: () => void; onShowDates: () => void }>,
) {
  const { view, errors, saved, onChange, onShowDates } = props;
  const { values } = view;
  const { places } = useStore();
  const place = places.delivered.length > 1 ? PLACE : PLACE.slice(0, 1);
  return (
    <TitledSection look="d-sm" className={styles.block} id="dates-heading" title="Delivery">
      <SavedAddresses
        kind="delivery"
        addresses={deliverable(saved, places)}
        chosen={values["delivery_saved"]}
        onChange={onChange}
      />
      <div id={DATES}>
        <FieldGrid>
          <div className={`contents ${styles.typedDelivery}`}>
            <AddressInputs {...{ kind: "delivery", values, errors }} fields={place} onPostcode={onChange} />
          </div>
          <TextField {...fieldOf({ errors, values }, "needed_by")} label="Needed by" type="date" optional />
        </FieldGrid>
        <ShowDates onShowDates={onShowDates} />
        {view.need ? <input type="hidden" name={NEED_SEEN} value={view.need.day} /> : null}
        {view.need?.text ? (
          <Notice kind={view.need.isLate ? "warn" : "info"} role="status">
            <p>{view.need.text}</p>
          </Notice>
        ) : null}
        <OptionFields {...{ view, errors, onChange }} />
      </div>
    </TitledSection>
  );
}

/** Where a page without scripts opens again after "Show delivery dates". */
const DATES = "delivery-dates";
const PLACE = ["postal_code", "country_code"] as const;

function ShowDates({ onShowDates }: Readonly<{ onShowDates: () => void }>) {
  const isPending = useSubmitting("dates");
  return (
    <div className="above-4 below-5">
      <Button
        nativeType="submit"
        kind="line"
        size="is-small"
        name="intent"
        value="dates"
        formAction={`${paths.checkout()}#${DATES}`}
        aria-disabled={isPending || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!isPending) onShowDates();
        }}
      >
        {isPending ? "Finding dates" : "Show delivery dates"}
      </Button>
    </div>
  );
}

export function DeliverySection(props: DeliverySectionProps) {
  const { view, errors, isGuest, lookup } = props;
  const { values } = view;
  return (
    <section className={styles.block} aria-labelledby="delivery">
      <div className={styles.sent}>
        <h2 className="d-sm" id="delivery">
          Delivery address
        </h2>
        <div className={styles.typedDelivery}>
          <TypedAddress values={values} errors={errors} lookup={lookup} />
          {isGuest ? null : (
            <div className="above-4">
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

const FOUND = "delivery_found";
const NAME_FIELDS = ["first_name", "last_name"] as const;
const STREET_FIELDS = ["address1", "address2", "company", "city"] as const;

type TypedAddressProps = Pick<CheckoutView, "values"> & Pick<DeliverySectionProps, "errors" | "lookup">;

function TypedAddress({ values, errors, lookup }: TypedAddressProps) {
  const { places } = useStore();
  const country = values["delivery_country_code"] || places.home;
  const { inSentence } = postcodeName(country);
  const postcode = values["delivery_postal_code"];
  const shared = { kind: "delivery", values, errors } as const;
  return (
    <>
      {postcode ? (
        <p className="sm below-5">
          To {normalisePostcode(postcode, country) ?? postcode.toUpperCase()}.{" "}
          <a href="#delivery_postal_code">Change the {inSentence}</a>
        </p>
      ) : null}
      <FieldGrid>
        <AddressInputs {...shared} fields={NAME_FIELDS} />
        {/* Another postcode has another list. */}
        {lookup?.choices ? <FoundAddresses key={lookup.postcode} {...{ values, errors, lookup }} /> : null}
        {lookup?.choices === null ? (
          <FieldSpan>
            <Notice kind="info" role="status">
              <p>We could not look that up. Please type the address.</p>
            </Notice>
          </FieldSpan>
        ) : null}
        <div className={`contents ${styles.street}`}>
          <AddressInputs {...shared} fields={STREET_FIELDS} />
        </div>
        <AddressInputs {...shared} fields={["phone"]} />
      </FieldGrid>
    </>
  );
}

function FoundAddresses({ values, errors, lookup }: TypedAddressProps) {
  const choices = lookup?.choices ?? [];
  useTypedStreet();
  const { delivery_found: chosen = values["delivery_address1"] ? TYPED_ADDRESS : "" } = values;
  return (
    <FieldSpan>
      <SelectField
        name={FOUND}
        label={`Address in ${lookup?.postcode}`}
        hint="If yours is not in the list, choose the last line"
        error={errors["delivery_found"]}
        value={chosen}
        options={[
          { value: "", label: "Choose an address" },
          ...choices,
          { value: TYPED_ADDRESS, label: "Type the address instead" },
        ]}
      />
    </FieldSpan>
  );
}

/** A list that comes while the street is being typed leaves it alone. */
function useTypedStreet(): void {
  useBrowserLayoutEffect(() => {
    const list = document.getElementById(FOUND);
    if (list instanceof HTMLSelectElement && list.value === "" && STREET_FIELDS.some(isInUse))
      list.value = TYPED_ADDRESS;
  }, []);
}

function isInUse(field: string): boolean {
  const input = document.getElementById(`delivery_${field}`);
  return input instanceof HTMLInputElement && (input.value !== "" || input === document.activeElement);
}

function BillingChoice({ view: { values }, errors, saved }: DeliverySectionProps) {
  return (
    <>
      <div className="above-4">
        <CheckField
          name="billing"
          value="same"
          label={
            <>
              <span className={styles.sent}>Billing address is the same</span>
              <span className={styles.collected}>No billing address needed</span>
            </>
          }
          defaultChecked={isBillingSame(values)}
        />
      </div>
      <div className={styles.billing}>
        <h3 className="d-xs">Billing address</h3>
        <div className="above-4">
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
      <div className="above-4">
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

export function OptionSection(props: OptionSectionProps) {
  return (
    <TitledSection look="d-sm" className={styles.block} id="option" title="Delivery option">
      <OptionFields {...props} />
    </TitledSection>
  );
}

function OptionFields({ view, errors, onChange }: OptionSectionProps) {
  const locale = useLocale();
  return (
    <>
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
          aside: option.unavailableReason === null ? priceOrFree(option.price, locale) : null,
          text: <OptionText option={option} />,
          disabled: option.unavailableReason !== null,
        }))}
      />
      <DayField view={view} error={errors["delivery_day"]} onChange={onChange} />
      {view.zoneNote ? <p className={`sm muted above-4 ${styles.sent}`}>{view.zoneNote}</p> : null}
      <div className="above-4">
        <SubmitButton intent="update" kind="line" label="Update delivery and total" pendingLabel="Updating" />
      </div>
    </>
  );
}

function OptionText({ option }: Readonly<{ option: CheckoutOption }>) {
  if (option.unavailableReason !== null) return <>{option.unavailableReason}</>;
  return (
    <>
      {option.consignments.map((consignment) => (
        <span key={consignment.variantIds.join(" ")} className="block">
          {promiseText(consignment, option.consignments.length)}
        </span>
      ))}
      {option.need ? (
        <b className={option.need.isLate ? "block berry" : "block"}>{option.need.text}</b>
      ) : null}
      {[option.description, option.surcharge].filter(Boolean).join(" ")}
    </>
  );
}

type DayFieldProps = Pick<OptionSectionProps, "view" | "onChange"> & Readonly<{ error: string | undefined }>;

function DayField({ view: { days, values }, error, onChange }: DayFieldProps) {
  if (!days || days.length === 0) return null;
  const chosen = days.find(({ value }) => value === values["delivery_day"]);
  return (
    <div className={`above-4 ${styles.sent}`}>
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
