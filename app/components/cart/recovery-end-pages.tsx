import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";

export function RecoveryIncompletePage() {
  return (
    <AuthFrame title="This link is incomplete">
      <div className="stack">
        <p className="lead">Part of the link is missing, so we cannot tell which basket it is for.</p>
        <p>
          Some email apps cut long links short. Open the email again and use its button, or copy the whole
          link.
        </p>
        <p className="cluster gap-3">
          <ButtonLink to={paths.cart()}>Go to your basket</ButtonLink>
          <ButtonLink kind="line" to={paths.categories()}>
            Browse the shop
          </ButtonLink>
        </p>
      </div>
    </AuthFrame>
  );
}

export function RecoveryGonePage({ currentItems }: Readonly<{ currentItems: number }>) {
  return (
    <AuthFrame title="This basket is no longer saved">
      <div className="stack">
        <p className="lead">It was emptied, or is more than 90 days old. There is nothing for you to pay.</p>
        <p>
          Did you save it in your account? <Link to={paths.login({ redirectTo: paths.cart() })}>Log in</Link>{" "}
          and you’ll find it in your basket.
        </p>
        <p className="cluster gap-3">
          {currentItems > 0 ? (
            <ButtonLink to={paths.cart()}>Go to your basket, {itemsLabel(currentItems)}</ButtonLink>
          ) : (
            <ButtonLink to={paths.categories()}>Browse the shop</ButtonLink>
          )}
        </p>
      </div>
    </AuthFrame>
  );
}
