import { CheckField } from "#app/components/form/check-field.tsx";
import { deliverable } from "#app/models/checkout/addresses.ts";

import { AddressFields } from "./address-fields.tsx";
import styles from "./checkout-page.module.css";
import { CollectionSection } from "./collection-section.tsx";
import type { CheckoutPageProps } from "./checkout-page.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";

type DeliverySectionProps = Pick<CheckoutPageProps, "view" | "errors" | "isGuest" | "saved"> &
  Readonly<{ onPostcode: () => void }>;

/** Where the items go, and where the bill goes. A customer may choose an address they keep, or keep a new one. */
export function DeliverySection(props: DeliverySectionProps) {
  const { view, errors, isGuest, saved, onPostcode } = props;
  const { values } = view;
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
          addresses={deliverable(saved)}
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
