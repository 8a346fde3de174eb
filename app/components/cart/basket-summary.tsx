import { SplitDelivery } from "#app/components/checkout/delivery-parts.tsx";
import { Sums } from "#app/components/checkout/sums.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { PaymentCards } from "#app/components/ui/payment-cards.tsx";
import { useLocale, useStore } from "#app/hooks/use-root-data.ts";
import { addedDeliveryText } from "#app/models/cart/added-to-cart.ts";
import { type Cart, lineProblem, linesForSale } from "#app/models/cart/cart.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import type { CouponState } from "#app/models/coupon/coupon.ts";
import { deliveryChargeText } from "#app/models/shipping/delivery-charge-text.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";
import { paths } from "#app/paths.ts";

import type { CartAnswer } from "./cart-answer.ts";
import { CouponField } from "./coupon-field.tsx";
import { DeliveryEstimate } from "./delivery-estimate.tsx";

export type BasketSummaryProps = Readonly<{
  cart: Cart;
  pricing: CartPricing;
  coupon: CouponState | null;
  answer: CartAnswer | null;
  /** What is said of pre-orders in the basket, or null. */
  preorder: string | null;
}>;

export function BasketSummary({ cart, pricing, coupon, answer, preorder }: BasketSummaryProps) {
  const locale = useLocale();
  const { paymentMethods } = useStore();
  const sold = linesForSale(cart.lines);
  const chargeText = pricing.chosen ? deliveryChargeText(pricing.chosen, sold, locale) : null;
  const isReady = cart.lines.every((line) => lineProblem(line) === null);
  return (
    <aside className="panel panel-sticky" aria-labelledby="summary-heading">
      <h2 className="d-sm below-4" id="summary-heading">
        Order summary
      </h2>
      <Sums lines={sold} totals={pricing.totals} totalLabel="To pay" delivery={deliveryLabel(pricing)} />
      <p className="sm holly above-3">{addedDeliveryText(pricing)}</p>
      {preorder ? <p className="sm strong">{preorder}</p> : null}
      {chargeText ? <p className="sm">{chargeText}</p> : null}
      <SplitDelivery parts={deliveryParts(pricing.chosen?.consignments ?? [], sold)} />
      <DeliveryEstimate cart={cart} pricing={pricing} answer={answer} />
      <CouponField coupon={coupon} answer={answer} />
      <div className="above-5">
        {isReady && sold.length > 0 ? (
          <ButtonLink size="is-large" wide to={paths.checkout()} prefetch="intent">
            Go to checkout
          </ButtonLink>
        ) : (
          <FieldError
            id="checkout-problem"
            error="Change or remove the marked items to continue to checkout."
          />
        )}
      </div>
      <div className="cluster centred above-5">
        <PaymentCards methods={paymentMethods} />
      </div>
    </aside>
  );
}

function deliveryLabel({ chosen, zone }: CartPricing): string {
  const name = chosen?.name ?? "Delivery";
  return zone?.isEstimate ? `${name} (${zone.place.name} estimate)` : name;
}
