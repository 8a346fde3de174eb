import { Link } from "@remix-run/react";

import { PriceText } from "#app/components/ui/price-text.tsx";
import { reviewsText, StarRating } from "#app/components/ui/star-rating.tsx";
import type { Variant } from "#app/models/product.ts";
import { paths } from "#app/paths.ts";

import { type BuyableProduct, BuyForm } from "./buy-form.tsx";
import styles from "./buy-panel.module.css";
import { type DeliveryFact, DeliveryFacts } from "./delivery-facts.tsx";
import { ProductDetails } from "./product-details.tsx";

export type BuyPanelProps = Readonly<{
  product: BuyableProduct;
  variant: Variant;
  quantity: number;
  facts: ReadonlyArray<DeliveryFact>;
}>;

/** The column beside the pictures: brand, name, rating, price, choices, safety, button, delivery, details. */
export function BuyPanel({ product, variant, quantity, facts }: BuyPanelProps) {
  return (
    <div className={styles.buy}>
      <div className={styles.top}>
        <p className={`eyebrow ${styles.brand}`}>
          <Link to={paths.brand(product.brand.slug)} prefetch="intent">
            {product.brand.name}
          </Link>
        </p>
        <h1 className="d-lg">{product.name}</h1>
        {product.rating ? (
          <div className={styles.rating}>
            <StarRating value={product.rating.average} />
            <a className="sm link" href="#reviews">
              Read {reviewsText(product.rating.count)}
            </a>
          </div>
        ) : null}
        <PriceText price={variant.price} size="large" showPercentOff />
        <p className="muted">{product.shortDescription}</p>
      </div>
      <BuyForm product={product} variant={variant} quantity={quantity} />
      <DeliveryFacts facts={facts} />
      <ProductDetails product={product} />
    </div>
  );
}
