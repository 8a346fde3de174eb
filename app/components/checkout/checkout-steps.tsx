import { Link } from "@remix-run/react";

import { paths } from "#app/paths.ts";

import styles from "./checkout-steps.module.css";

type CheckoutStep = "details" | "payment";

export function CheckoutSteps({ current }: Readonly<{ current: CheckoutStep }>) {
  const isDetails = current === "details";
  return (
    <ol className={styles.steps} aria-label="Checkout steps">
      <li className={styles.done}>
        <Link to={paths.cart()}>Basket</Link>
      </li>
      <li className={isDetails ? styles.current : styles.done} aria-current={isDetails ? "step" : undefined}>
        {isDetails ? "Details and delivery" : <Link to={paths.checkout()}>Details and delivery</Link>}
      </li>
      <li className={isDetails ? undefined : styles.current} aria-current={isDetails ? undefined : "step"}>
        Payment
      </li>
    </ol>
  );
}
