import { Form, Link } from "@remix-run/react";

import { FieldError } from "#app/components/form/field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

/** Gifts for one list: they are an order of their own. */
export type GiftBasket = Readonly<{
  listId: string;
  owners: string;
  total: Money;
  lines: ReadonlyArray<
    Readonly<{
      id: string;
      name: string;
      variantLabel: string | null;
      path: string;
      image: ProductImage;
      quantity: number;
      price: Money;
      problem: string | null;
    }>
  >;
}>;

/** `orderCount` is the number of orders that the whole basket makes. */
export function GiftBaskets({
  baskets,
  orderCount,
}: Readonly<{ baskets: ReadonlyArray<GiftBasket>; orderCount: number }>) {
  if (baskets.length === 0) return null;
  return (
    <div className="column gap-6 above-8 below-8">
      {baskets.map((basket) => (
        <Basket key={basket.listId} basket={basket} />
      ))}
      {orderCount > 1 ? (
        <p className="sm muted">
          {orderCount} orders, because they go to {orderCount} addresses. Delivery is counted for each.
        </p>
      ) : null}
    </div>
  );
}

function Basket({ basket }: Readonly<{ basket: GiftBasket }>) {
  const locale = useLocale();
  const { listId, owners, total, lines } = basket;
  return (
    <section className="tinted starts" aria-labelledby={listId}>
      <h2 className="d-md" id={listId}>
        For {owners} list
      </h2>
      <ul className="ruled">
        {lines.map((line) => (
          <li key={line.id} className="media">
            <ShopImage image={line.image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" />
            <div>
              <h3>
                <Link to={line.path}>{line.name}</Link>
              </h3>
              <p className="sm muted">
                {[line.variantLabel, line.quantity > 1 ? `${line.quantity} of them` : null]
                  .filter(Boolean)
                  .join(", ")}
              </p>
              {line.problem ? <FieldError id={`${line.id}-problem`} error={line.problem} /> : null}
              <Form method="post" action={paths.giftListCheckout(listId)}>
                <input type="hidden" name="lineId" value={line.id} />
                <SubmitButton
                  kind="quiet"
                  size="is-small"
                  intent="take-out-line"
                  label="Remove"
                  pendingLabel="Removing"
                  describe={line.name}
                />
              </Form>
            </div>
            <p className="tnum">{formatMoney(line.price, locale)}</p>
          </li>
        ))}
      </ul>
      <p className="sm muted">Not theirs until you have paid: someone else can still choose it.</p>
      {lines.every(({ problem }) => problem === null) ? (
        <ButtonLink size="is-large" to={paths.giftListCheckout(listId)}>
          Go to checkout for these gifts, {formatMoney(total, locale)}
        </ButtonLink>
      ) : (
        <FieldError
          id={`${listId}-problem`}
          error="Change or remove the marked items to continue to checkout."
        />
      )}
    </section>
  );
}
