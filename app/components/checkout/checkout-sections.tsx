import { Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { CHECKOUT_CONSENT } from "#app/models/newsletter/subscription.ts";
import { NOTE_MAX } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import styles from "./checkout-page.module.css";
import type { CheckoutPageProps } from "./checkout-page.tsx";
import { Sums } from "./order-summary.tsx";

type SectionProps = Pick<CheckoutPageProps, "view" | "errors">;

export function ContactSection({
  view: { values },
  errors,
  isGuest,
  subscribesToNewsletter,
}: SectionProps & Pick<CheckoutPageProps, "isGuest" | "subscribesToNewsletter">) {
  return (
    <section className={styles.block} aria-labelledby="contact">
      <h2 className="d-sm" id="contact">
        Contact
      </h2>
      {isGuest ? (
        <p className={`sm ${styles.hint}`}>
          Have an account? <Link to={paths.login({ redirectTo: paths.checkout() })}>Log in</Link>
        </p>
      ) : null}
      <TextField
        name="email"
        label="Email address"
        hint="For your order confirmation and delivery updates"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        value={values["email"]}
        error={errors["email"]}
      />
      {subscribesToNewsletter ? (
        <div className={styles.below}>
          <CheckField
            name="newsletter"
            label={CHECKOUT_CONSENT}
            hint="About once a month. We’ll email you a link to confirm. Unsubscribe at any time."
            defaultChecked={values["newsletter"] === "on"}
          />
        </div>
      ) : null}
    </section>
  );
}

type ExtrasProps = SectionProps & Pick<CheckoutPageProps, "giftMessageMax">;

export function ExtrasSection({ view: { values }, errors, giftMessageMax }: ExtrasProps) {
  const fields = ["gift_receipt", "gift_message", "note"];
  const isUsed = fields.some((name) => Boolean(values[name]) || Boolean(errors[name]));
  return (
    <section className={styles.extras} aria-label="Gift and notes">
      <Details summary="Gift options and order notes (optional)" open={isUsed}>
        <div className={styles.fields}>
          <p className="sm">
            Sending it straight to someone else? Enter their address as the delivery address and yours as the
            billing address. We’ll leave all prices out of the parcel.
          </p>
          <CheckField
            name="gift_receipt"
            label="Leave prices out of the parcel"
            hint="Choose this too if it is coming to you first. We’ll email you the receipt."
            defaultChecked={values["gift_receipt"] === "on"}
          />
          <CountedTextArea
            name="gift_message"
            label="Gift message"
            hint="We’ll write it on a card and put it in with the order"
            optional
            rows={3}
            maxLength={giftMessageMax}
            value={values["gift_message"]}
            error={errors["gift_message"]}
          />
          <CountedTextArea
            name="note"
            label="Note for us or the courier"
            optional
            rows={3}
            maxLength={NOTE_MAX}
            value={values["note"]}
            error={errors["note"]}
          />
        </div>
      </Details>
    </section>
  );
}

/** Items and total stand directly above the button, which names the price, as the law on button labels requires. */
export function PaySection({ view, isTestPayment }: Pick<CheckoutPageProps, "view" | "isTestPayment">) {
  return (
    <section className={styles.block} aria-labelledby="payment">
      <h2 className="d-sm" id="payment">
        Payment
      </h2>
      <div className={styles.how}>
        <Icon name="lock" />
        <b>Card or digital wallet</b>
        <small>
          {isTestPayment
            ? "Next is a test payment page, then you come back here. No real money is taken."
            : "You’ll pay on our payment provider’s secure page, then come back here."}
        </small>
      </div>
      <div className={styles.review}>
        <ul className={styles.items}>
          {view.lines.map((line) => (
            <li key={line.variantId}>
              <span>
                {line.quantity} × {line.name}
                {line.variantLabel ? `, ${line.variantLabel}` : ""}
                {line.gift?.paper ? ", gift-wrapped" : ""}
              </span>
              <span className="tnum">{formatMoney(line.total)}</span>
            </li>
          ))}
        </ul>
        <Sums lines={view.lines} totals={view.totals} totalLabel="To pay" />
      </div>
      <div className={styles.pay}>
        {view.chosenMethod === null ? (
          <p className="strong">
            We cannot deliver this basket to that postcode. Change the address or your basket to continue.
          </p>
        ) : (
          <SubmitButton
            intent="pay"
            size="is-large"
            wide
            label={`Pay now ${formatMoney(view.totals.total)}`}
            pendingLabel="Opening the payment page"
          />
        )}
        <p className="sm muted">
          You’ll finish on the payment page, and we charge nothing until you confirm there. By paying you
          agree to our <Link to={paths.information("terms")}>terms and conditions</Link>.
        </p>
      </div>
    </section>
  );
}
