import { Form } from "@remix-run/react";

import { CouponControls } from "#app/components/cart/coupon-field.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { Problem, RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextField } from "#app/components/form/text-field.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { GIVER_MESSAGE_MAX, GIVER_NAME_MAX } from "#app/models/gift-list/claim.ts";
import { PAYMENT_MINUTES } from "#app/models/order/order.ts";
import type { CouponState } from "#app/models/coupon/coupon.ts";
import { paths } from "#app/paths.ts";

import { AddressFields } from "./address-fields.tsx";
import { BasketProblemsNotice } from "./basket-problems.tsx";
import { CheckoutForm } from "./checkout-form.tsx";
import styles from "./checkout-page.module.css";
import { CheckoutSteps } from "./checkout-steps.tsx";
import { SplitDelivery } from "./delivery-parts.tsx";
import { OptionSection } from "./delivery-section.tsx";
import { FoldedSummary } from "./folded-summary.tsx";
import own from "./list-checkout.module.css";
import { PaymentSection } from "./payment-section.tsx";
import { type Unpaid, UnpaidNotice } from "./unpaid-notice.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type ListCheckoutPageProps = Readonly<{
  list: Readonly<{ id: string; name: string; family: string; isSentToFamily: boolean; addressName: string }>;
  view: CheckoutView;
  coupon: CouponState | null;
  errors: CheckoutErrors;
  problem: string | null;
  conflict: Readonly<{ name: string; isGone: boolean }> | null;
  unpaid: Unpaid | null;
  warnings: ReadonlyArray<string>;
  honeypotName: string;
  isTestPayment: boolean;
}>;

/** Checkout without an address form: the shop has the family's address and shows it to nobody. */
export function ListCheckoutPage(props: ListCheckoutPageProps) {
  const { list, view, coupon, errors, problem, conflict, unpaid, warnings, honeypotName, isTestPayment } =
    props;
  return (
    <div className="wrap">
      <CheckoutSteps current="details" />
      <h1 className="d-lg below-8">Checkout</h1>
      <div className="notices below-8">
        {unpaid ? <UnpaidNotice unpaid={unpaid} unchanged="your gift is still here" /> : null}
        {view.problems ? <BasketProblemsNotice problems={view.problems} /> : null}
        <Problem text={problem && !view.problems ? `${problem}.` : null} />
        {conflict ? <Conflict conflict={conflict} listId={list.id} values={view.values} /> : null}
        <ErrorSummary errors={errors} />
      </div>
      <div className={`split ${styles.split}`}>
        <FoldedSummary view={view}>
          <p className="sm muted">For {list.name}</p>
          <SplitDelivery parts={view.parts} />
          <SafetyWarnings warnings={warnings} ages={view.ages} />
          {view.madeForYou.map((text) => (
            <p key={text} className="sm">
              {text}
            </p>
          ))}
        </FoldedSummary>
        <CheckoutForm action={paths.giftListCheckout(list.id)} view={view} honeypotName={honeypotName}>
          {({ reprice }) => (
            <>
              <Where {...{ list, view, errors }} onPostcode={reprice} />
              <OptionSection view={view} errors={errors} onChange={reprice} />
              <Gift view={view} errors={errors} />
              <Payer {...{ list, view, errors }} />
              <div className={styles.block}>
                <CouponControls coupon={coupon} value={view.values["coupon"]} error={errors["coupon"]} />
              </div>
              <PaymentSection
                {...{ view, isTestPayment }}
                undeliverable="We cannot deliver this gift to that address. Choose another gift from the list."
                before={`When you press this, we hold the gift for you for ${PAYMENT_MINUTES} minutes.`}
              />
            </>
          )}
        </CheckoutForm>
      </div>
    </div>
  );
}

type ConflictProps = Readonly<{
  conflict: NonNullable<ListCheckoutPageProps["conflict"]>;
  listId: string;
  values: CheckoutView["values"];
}>;

/** Its form repeats what was typed in the form of the page, which it would lose without scripts. */
function Conflict({ conflict: { name, isGone }, listId, values }: ConflictProps) {
  return (
    <RefusalNotice>
      <p>
        <b>
          {isGone
            ? `Someone has chosen the ${name} since you put it in your basket.`
            : `Not as many of the ${name} are wanted as you have in your basket.`}
        </b>{" "}
        You have not been charged.
      </p>
      <Form method="post" action={paths.giftListCheckout(listId)} className="cluster gap-3 above-3">
        {Object.entries({ ...values, gift_name: name }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <SubmitButton kind="line" size="is-small" intent="give-all-the-same" label="Give it all the same" />
        <SubmitButton
          kind="line"
          size="is-small"
          intent="take-out"
          label="Take it out"
          pendingLabel="Removing"
        />
      </Form>
    </RefusalNotice>
  );
}

type SectionProps = Readonly<{ view: CheckoutView; errors: CheckoutErrors }>;
type ListProps = Pick<ListCheckoutPageProps, "list">;

function Where({
  list,
  view: { values },
  errors,
  onPostcode,
}: SectionProps & ListProps & Readonly<{ onPostcode: () => void }>) {
  return (
    <TitledSection
      look="d-sm"
      className={styles.block}
      id="where"
      title={list.isSentToFamily ? "Where it goes" : "Delivery address"}
    >
      {list.isSentToFamily ? (
        <div className={own.where}>
          <Icon name="gift" />
          <div>
            <b className="strong">To {list.addressName}</b>
            <p className="sm">
              We have it. It is not shown to you, and not on your receipt or tracking either.
            </p>
          </div>
        </div>
      ) : (
        <AddressFields kind="delivery" values={values} errors={errors} onPostcode={onPostcode} />
      )}
    </TitledSection>
  );
}

function Gift({ view: { values }, errors }: SectionProps) {
  return (
    <TitledSection look="d-sm" className={styles.block} id="the-gift" title="The gift">
      <div className="column gap-6">
        <TextField
          {...fieldOf({ errors, values }, "giver_name")}
          label="From"
          hint="As they will read it"
          maxLength={GIVER_NAME_MAX}
        />
        <CountedTextArea
          {...fieldOf({ errors, values }, "gift_message")}
          label="Message"
          hint="No prices in the parcel"
          optional
          rows={3}
          maxLength={GIVER_MESSAGE_MAX}
        />
      </div>
    </TitledSection>
  );
}

function Payer({ list, view: { values }, errors }: SectionProps & ListProps) {
  return (
    <TitledSection look="d-sm" className={styles.block} id="your-details" title="Your details">
      <p className="sm muted below-5">
        For the receipt and the payment. {list.family} see only the name above.
      </p>
      <div className="column gap-6">
        <EmailField name="email" value={values["email"]} error={errors["email"]} />
        {list.isSentToFamily ? <AddressFields kind="billing" values={values} errors={errors} /> : null}
      </div>
    </TitledSection>
  );
}

function SafetyWarnings({
  warnings,
  ages,
}: Pick<ListCheckoutPageProps, "warnings"> & Readonly<{ ages: ReadonlyArray<string> }>) {
  if (warnings.length === 0 && ages.length === 0) return null;
  return (
    <div className="notice notice--warn above-5">
      <Icon name="shield" size="small" />
      <div className="sm">
        {ages.length > 0 ? (
          <p>
            <b>Age guidance for this order:</b> {ages.join(", ")}.
          </p>
        ) : null}
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
