import { Link } from "@remix-run/react";

import { CompareButton } from "#app/components/compare/compare-button.tsx";
import { SaveButton } from "#app/components/favourites/save-button.tsx";
import { useComparedIds, useFavouriteIds } from "#app/components/favourites/use-card-requests.ts";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { reviewsText } from "#app/components/ui/rating-stars.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { Compatibility } from "#app/models/catalogue/compatibility.ts";
import type { ExplainedRow, Explanation } from "#app/models/catalogue/glossary.ts";
import type { Variant } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import { type BuyableProduct, ProductForm, type ProductFormProps } from "./product-form.tsx";
import styles from "./buy-panel.module.css";
import { type DeliveryFact, DeliveryFacts } from "./delivery-facts.tsx";
import { ProductDetails } from "./product-details.tsx";
import { CompatibleProducts } from "./compatible-products.tsx";

export type BuyPanelProps = Readonly<{
  product: BuyableProduct;
  variant: Variant;
  quantity: number;
  quantityProblem: ProductFormProps["quantityProblem"];
  facts: ReadonlyArray<DeliveryFact>;
  compatibility: Compatibility | null;
  explained: Readonly<{ rows: ReadonlyArray<ExplainedRow>; others: ReadonlyArray<Explanation> }>;
}>;

export function BuyPanel(props: BuyPanelProps) {
  const locale = useLocale();
  const { product, variant, quantity, quantityProblem, facts, compatibility, explained } = props;
  const isSaved = useFavouriteIds().includes(product.id);
  const isCompared = useComparedIds().includes(product.id);
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
            <StarRating readOnly size={16} value={product.rating.average} />{" "}
            <a className="sm link" href="#reviews">
              Read {reviewsText(product.rating.count)}
            </a>
          </div>
        ) : null}
        <PriceText locale={locale} price={variant.price} size="large" showPercentOff />
        <p className="muted">{product.shortDescription}</p>
      </div>
      <ProductForm
        product={product}
        variant={variant}
        quantity={quantity}
        quantityProblem={quantityProblem}
      />
      <div className={styles.keep}>
        <SaveButton
          product={product}
          variantId={product.variants.length > 1 ? variant.id : null}
          isSaved={isSaved}
          place="buy"
          look="page"
        />
        <CompareButton product={product} isCompared={isCompared} place="buy" />
      </div>
      <DeliveryFacts facts={facts} />
      <ProductDetails
        product={product}
        rows={explained.rows}
        words={explained.others}
        worksWith={
          compatibility ? (
            <CompatibleProducts compatibility={compatibility} product={product} variant={variant} />
          ) : null
        }
      />
    </div>
  );
}
