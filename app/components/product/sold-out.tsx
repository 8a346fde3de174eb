import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { stockText } from "#app/models/catalogue/inventory/stock.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import type { Variant } from "#app/models/catalogue/product.ts";

import { AlertForm } from "./alert-form.tsx";
import styles from "./buy-panel.module.css";
import { variantAddress } from "./use-variant-choice.ts";

export type SoldOutProps = Readonly<{
  product: Pick<Product, "name" | "path" | "options" | "variants">;
  variant: Variant;
}>;

export function SoldOut({ product, variant }: SoldOutProps) {
  const here = product.variants.filter(({ available }) => available > 0);
  const what = variant.label ?? product.name;
  return (
    <>
      <div className={styles.soldOut}>
        <h2 className="d-sm">
          {variant.stock === "discontinued" ? `${what} has been discontinued` : `${what} is sold out`}
        </h2>
        {variant.stock === "discontinued" ? (
          <p>We keep this page for people who own one. The warnings and dimensions still apply.</p>
        ) : (
          <>
            <p>
              Enter your email address and we’ll email you once, when {variant.label ?? "it"} is back in
              stock. We email people in the order they signed up.
            </p>
            <AlertForm variantId={variant.id} />
          </>
        )}
      </div>
      {here.length > 0 ? (
        <ul className={styles.instead} aria-label="In stock instead">
          {here.map((other) => (
            <li key={other.id}>
              <Picture picture={other.picture} alt="" sizes="56px" />
              <span>
                <b className="strong">{other.label ?? product.name} is in stock</b>
                <br />
                <span className="sm muted">{stockText(other.stock, other.available)}</span>
              </span>
              <ButtonLink
                kind="line"
                size="is-small"
                to={variantAddress(product, other)}
                prefetch="intent"
                preventScrollReset
                replace
              >
                View {other.label ?? "it"}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
