import { Link } from "@remix-run/react";

import { ProductCarousel } from "#app/components/product/product-carousel.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { type Cart, type CartLine, countItems, itemsLabel, linesForSale } from "#app/models/cart/cart.ts";
import type { GiftRules } from "#app/models/cart/gift.ts";
import { type CartPricing, estimateDelivery } from "#app/models/cart/pricing.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import type { CouponState } from "#app/models/promotion/coupon.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { basketGift } from "./basket-gift.ts";
import { BasketLine } from "./basket-line.tsx";
import { BasketNotices } from "./basket-notices.tsx";
import styles from "./basket-page.module.css";
import type { RefusalPlaces } from "./basket-refusal.ts";
import { BasketSummary } from "./basket-summary.tsx";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";

export type BasketPageProps = Readonly<{
  cart: Cart;
  pricing: CartPricing;
  coupon: CouponState | null;
  gift: GiftRules;
  recentlyViewed: ReadonlyArray<ProductSummary>;
  note: Note | null;
  answer: CartAnswer | null;
  /** The last refusal of a background request. */
  refusal?: CartRefusal | null;
}>;

export function BasketPage(props: BasketPageProps) {
  const { cart, pricing, coupon, gift, recentlyViewed, note, answer, refusal = null } = props;
  const items = itemsLabel(countItems(linesForSale(cart.lines)));
  return (
    <>
      <div className="wrap">
        <h1 className={`d-xl ${styles.title}`}>
          Basket <span className="muted d-md">{items}</span>
        </h1>
        <p className="visually-hidden" role="status">
          Basket, {items}, {formatMoney(pricing.totals.total)} to pay
        </p>
        <div className="split">
          <div>
            <div className={styles.notices}>
              <NoteNotice note={answer ? null : note} />
              <BasketNotices answer={refusal ?? answer} places={refusalPlaces(props)} />
            </div>
            <ul className={styles.lines}>
              {cart.lines.map((line) => (
                <BasketLine
                  key={line.id}
                  line={line}
                  promise={estimateDelivery(pricing.chosen, line.variantId)}
                  gift={basketGift(line, pricing, gift)}
                  answer={answer}
                />
              ))}
            </ul>
            <p className={styles.onward}>
              <Link className="link link-arrow" to={paths.categories()} prefetch="intent">
                Continue shopping <Icon name="arrow" size="small" />
              </Link>
            </p>
          </div>
          <BasketSummary cart={cart} pricing={pricing} coupon={coupon} answer={answer} />
        </div>
      </div>
      <RecentlyViewed products={recentlyViewed} />
    </>
  );
}

function refusalPlaces({ cart, pricing, coupon, gift }: BasketPageProps): RefusalPlaces {
  const hasGiftForm = (line: CartLine) => (basketGift(line, pricing, gift)?.fee ?? null) !== null;
  return {
    lineIds: cart.lines.map(({ id }) => id),
    giftLineIds: cart.lines.filter(hasGiftForm).map(({ id }) => id),
    hasCouponField: coupon === null,
  };
}

export function RecentlyViewed({ products }: Readonly<{ products: ReadonlyArray<ProductSummary> }>) {
  if (products.length === 0) return null;
  return (
    <section className="section section-tight" aria-labelledby="viewed-heading">
      <div className="wrap">
        <h2 className={`d-md ${styles.viewed}`} id="viewed-heading">
          Recently viewed
        </h2>
        <ProductCarousel products={products} />
      </div>
    </section>
  );
}
