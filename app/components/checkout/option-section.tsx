import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import type { Consignment } from "#app/models/shipping/shipment-groups.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";

import styles from "./checkout-page.module.css";
import { deliveryText } from "./order-summary.tsx";

type OptionSectionProps = Readonly<{
  view: CheckoutView;
  errors: CheckoutErrors;
  onChange: () => void;
}>;

export function OptionSection({ view, errors, onChange }: OptionSectionProps) {
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
          aside: option.unavailableReason === null ? deliveryText(option.price) : null,
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
