import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { PaymentCards } from "#app/components/ui/payment-cards.tsx";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import { WITHDRAWAL_LABEL } from "#app/models/order/withdrawal-label.ts";
import { paths } from "#app/paths.ts";
import styles from "./checkout-frame.module.css";
import { Logo } from "./logo.tsx";

type Store = Readonly<{ store: StoreSummary }>;

export function CheckoutHeader({ store }: Store) {
  return (
    <header data-header="checkout">
      {store.notices.map((notice) => (
        <p className={`no-print on-dark ${styles.demo}`} key={notice}>
          <span className="wrap block">{notice}</span>
        </p>
      ))}
      <div className="wrap cluster ends gap-x-4 above-5 below-5">
        <div className="cluster gap-x-8">
          <Logo name={store.name} />
          <p className="no-print sm muted icon-text">
            <Icon name="lock" size="small" />
            Secure checkout
          </p>
        </div>
        <PaymentCards methods={store.paymentMethods} />
      </div>
    </header>
  );
}

export function CheckoutFooter({ store }: Store) {
  return (
    <footer className={`no-print wrap ${styles.footer}`}>
      <ul className={`sm cluster gap-x-8 section-line ${styles.links}`}>
        <li>
          <Link to={paths.information("delivery-and-return")}>Delivery and returns</Link>
        </li>
        <li>
          <Link to={paths.information("contact-us")}>Contact us, {store.contact.phone}</Link>
        </li>
        <li>
          <Link to={paths.information("privacy")}>Privacy</Link>
        </li>
        <li>
          <Link to={paths.information("terms")}>Terms</Link>
        </li>
        <li>
          <Link to={paths.cookieSettings()}>Cookie settings</Link>
        </li>
        {store.hasWithdrawal ? (
          <li>
            <Link to={paths.findWithdrawal()}>{WITHDRAWAL_LABEL}</Link>
          </li>
        ) : null}
      </ul>
    </footer>
  );
}
