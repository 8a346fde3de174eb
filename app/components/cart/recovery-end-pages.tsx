import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";

import styles from "./recovery-page.module.css";

/** A link to no basket at all. */
export function RecoveryIncompletePage() {
  return (
    <AuthFrame title="This link is incomplete">
      <div className="stack">
        <p className="lead">A piece of the address is missing, so we cannot tell which basket it means.</p>
        <p>
          Some mail programs cut long links. Open the message again and follow its button, or copy the whole
          link from there.
        </p>
        <p className={styles.ways}>
          <ButtonLink to={paths.cart()}>Go to your basket</ButtonLink>
          <ButtonLink kind="line" to={paths.categories()}>
            Look around the shop
          </ButtonLink>
        </p>
      </div>
    </AuthFrame>
  );
}

/** A link to a basket that this browser can have nothing of. The same words for all of them. */
export function RecoveryGonePage({ currentItems }: Readonly<{ currentItems: number }>) {
  return (
    <AuthFrame title="This basket is not kept any more">
      <div className="stack">
        <p className="lead">
          It was emptied, or it is more than 90 days old. Nothing is waiting for payment.
        </p>
        <p>
          Was it saved in your account? <Link to={paths.login({ redirectTo: paths.cart() })}>Log in</Link>,
          and what is kept there is in your basket.
        </p>
        <p className={styles.ways}>
          {currentItems > 0 ? (
            <ButtonLink to={paths.cart()}>Go to your basket, {itemsLabel(currentItems)}</ButtonLink>
          ) : (
            <ButtonLink to={paths.categories()}>Look around the shop</ButtonLink>
          )}
        </p>
      </div>
    </AuthFrame>
  );
}
