import { Link } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import styles from "./checkout-page.module.css";
import { Sums } from "./order-summary.tsx";

type PaymentSectionProps = Readonly<{
  view: CheckoutView;
  isTestPayment: boolean;
  /** Replaces the button where nothing can be delivered to the address. */
  undeliverable: string;
  before?: string;
}>;

/** Items and total stand directly above the button, which names the price, as the law on button labels requires. */
export function PaymentSection({ view, isTestPayment, undeliverable, before }: PaymentSectionProps) {
  const locale = useLocale();
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
            <li key={`${line.variantId} ${line.variantLabel ?? ""}`}>
              <span>
                {line.quantity} × {line.name}
                {line.variantLabel ? `, ${line.variantLabel}` : ""}
                {line.gift?.paper ? ", gift-wrapped" : ""}
              </span>
              <span className="tnum">{formatMoney(line.total, locale)}</span>
            </li>
          ))}
        </ul>
        <Sums lines={view.lines} totals={view.totals} totalLabel="To pay" />
      </div>
      <div className={styles.pay}>
        {view.chosenMethod === null ? (
          <p className="strong">{undeliverable}</p>
        ) : (
          <SubmitButton
            intent="pay"
            size="is-large"
            wide
            label={`Pay now ${formatMoney(view.totals.total, locale)}`}
            pendingLabel="Opening the payment page"
          />
        )}
        <p className="sm muted">
          {before ? `${before} ` : ""}You’ll finish on the payment page, and we charge nothing until you
          confirm there. By paying you agree to our{" "}
          <Link to={paths.information("terms")}>terms and conditions</Link>.
        </p>
      </div>
    </section>
  );
}
