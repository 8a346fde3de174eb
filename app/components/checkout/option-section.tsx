import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import type { CheckoutView } from "#app/models/checkout-view.ts";
import type { Consignment } from "#app/models/consignment.ts";
import type { DeliveryOption } from "#app/models/shipping.ts";

import styles from "./checkout-page.module.css";
import { deliveryText } from "./order-summary.tsx";

type OptionSectionProps = Readonly<{
  view: CheckoutView;
  error: string | undefined;
  onChange: () => void;
}>;

/** How the goods travel: every option says when they arrive and what it costs, or why it cannot be had. */
export function OptionSection({ view, error, onChange }: OptionSectionProps) {
  return (
    <section className={styles.block} aria-labelledby="option">
      <h2 className="d-sm" id="option">
        Delivery option
      </h2>
      {/* Other options after another postcode make a new list, in which the server's choice is ticked. */}
      <ChoiceRows
        key={view.options.map((option) => `${option.method} ${String(option.unavailableReason)}`).join()}
        name="method"
        legend="Choose a delivery option"
        hideLegend
        error={error}
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
      {view.zoneNote ? <p className={`sm muted ${styles.below}`}>{view.zoneNote}</p> : null}
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
      {option.description}
    </>
  );
}

function promiseText({ what, when }: Consignment, count: number): string {
  return count === 1 ? when : `${what}: ${when}`;
}
