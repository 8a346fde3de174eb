import { Link } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { NOTICE_SEEN } from "#app/models/checkout/notice-seen.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { PAYMENT_MINUTES } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { BasketFixes } from "./basket-problems.tsx";
import styles from "./checkout-page.module.css";
import { Sums } from "./sums.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

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
  const { total } = view.totals;
  const isFree = total.minor === 0;
  return (
    <TitledSection className={styles.block} id="payment" look="d-sm" title="Payment">
      <div className={styles.how}>
        <Icon name="lock" />
        <b>{isFree ? "Nothing to pay" : "Card or digital wallet"}</b>
        <small>{nextText(isFree, isTestPayment)}</small>
      </div>
      <div className="above-6">
        <ul className="column gap-1 muted below-3">
          {view.lines.map((line) => (
            <li key={`${line.variantId} ${line.variantLabel ?? ""}`} className="icon-text ends">
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
        {view.preorder ? <p className="sm strong">{view.preorder}</p> : null}
      </div>
      <Guarantees {...view.legalGuarantee} />
      <div className="column gap-3 above-6">
        {view.problems ? <BasketFixes problems={view.problems} /> : null}
        {view.chosenMethod === null ? <p className="strong">{undeliverable}</p> : null}
        {view.problems || view.chosenMethod === null ? null : (
          <SubmitButton
            intent="pay"
            size="is-large"
            wide
            label={isFree ? "Place order" : `Pay now ${formatMoney(total, locale)}`}
            pendingLabel={isFree ? "Placing your order" : "Opening the payment page"}
          />
        )}
        <p className="sm muted">
          {before ? `${before} ` : ""}
          {agreementText(isFree)}
          <Link to={paths.information("terms")}>terms and conditions</Link>.
        </p>
      </div>
    </TitledSection>
  );
}

function Guarantees({ languages, html }: Partial<NonNullable<CheckoutView["legalGuarantee"]>>) {
  if (!html) return null;
  return (
    <>
      <input type="hidden" name={NOTICE_SEEN} value={languages} />
      <div className="above-4" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

/** A time limit is stated before it begins (WCAG 2.2.1). */
const HELD = `The payment page stays open for ${PAYMENT_MINUTES} minutes; if it closes, nothing is charged and what you typed is kept.`;

/** The name of what is agreed to follows. */
function agreementText(isFree: boolean): string {
  return isFree
    ? "By placing your order you agree to our "
    : "You’ll finish on the payment page, and we charge nothing until you confirm there. By paying you agree to our ";
}

function nextText(isFree: boolean, isTestPayment: boolean): string {
  if (isFree) return "We place your order at once. No payment page follows.";
  return isTestPayment
    ? `Next is a test payment page, then you come back here. No real money is taken. ${HELD} You can ask for more time there.`
    : `You’ll pay on our payment provider’s secure page, then come back here. ${HELD}`;
}
