import { Link } from "@remix-run/react";

import { CompareButton } from "#app/components/compare/compare-button.tsx";
import { SaveButton } from "#app/components/favourites/save-button.tsx";
import { useComparedIds, useFavouriteIds } from "#app/components/favourites/use-card-requests.ts";
import { Icon } from "#app/components/ui/icon.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { reviewsText } from "#app/components/ui/rating-stars.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { CompatibleParts } from "#app/models/catalogue/compatible-parts.ts";
import type { ExplainedRow, Explanation } from "#app/models/catalogue/glossary.ts";
import { canBeBought } from "#app/models/catalogue/inventory/stock.ts";
import type { Variant } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import { BUY_FORM, type BuyableProduct, ProductForm, type ProductFormProps } from "./product-form.tsx";
import styles from "./buy-panel.module.css";
import { type DeliveryFact, DeliveryFacts } from "./delivery-facts.tsx";
import { GiftListPanel } from "./gift-list-panel.tsx";
import { ProductDetails } from "./product-details.tsx";
import { CompatibleProducts } from "./compatible-products.tsx";
import { SafetyContacts } from "./safety-panel.tsx";

export type BuyPanelProps = Readonly<{
  product: BuyableProduct;
  variant: Variant;
  quantity: number;
  quantityProblem: ProductFormProps["quantityProblem"];
  answer: ProductFormProps["answer"];
  facts: ReadonlyArray<DeliveryFact>;
  compatible: CompatibleParts | null;
  explained: Readonly<{ rows: ReadonlyArray<ExplainedRow>; others: ReadonlyArray<Explanation> }>;
}>;

export function BuyPanel(props: BuyPanelProps) {
  const { product, variant, quantity, quantityProblem, answer, facts, compatible, explained } = props;
  const isSaved = useFavouriteIds().includes(product.id);
  const isCompared = useComparedIds().includes(product.id);
  return (
    <div className="column gap-5">
      <Top product={product} variant={variant} facts={facts} />
      <ProductForm
        product={product}
        variant={variant}
        quantity={quantity}
        quantityProblem={quantityProblem}
        answer={answer}
      />
      <div>
        <div className="column gap-5">
          <div className="cluster gap-1 gap-x-6">
            <SaveButton
              product={product}
              variantId={product.variants.length > 1 ? variant.id : null}
              isSaved={isSaved}
              place="buy"
              look="page"
            />
            {product.isToy ? null : <CompareButton product={product} isCompared={isCompared} place="buy" />}
            {isCompared ? <Link to={paths.compare()}>See the comparison</Link> : null}
          </div>
          <GiftListPanel variantId={variant.id} />
          <p className="muted">{product.shortDescription}</p>
          <DeliveryFacts facts={facts} />
          <SafetyContacts {...product.safety} />
          <ProductDetails
            product={product}
            rows={explained.rows}
            words={explained.others}
            worksWith={
              compatible ? (
                <CompatibleProducts compatible={compatible} product={product} variant={variant} />
              ) : null
            }
          />
        </div>
        {canBeBought(variant.stock) ? <BuyBar product={product} variant={variant} /> : null}
      </div>
    </div>
  );
}

function Top({ product, variant, facts }: Pick<BuyPanelProps, "product" | "variant" | "facts">) {
  const locale = useLocale();
  const delivery = canBeBought(variant.stock) ? facts.find(({ icon }) => icon === "truck") : undefined;
  return (
    <div className="column gap-2">
      <p className="eyebrow unlined">
        <Link to={paths.brand(product.brand.slug)} prefetch="intent">
          {product.brand.name}
        </Link>
      </p>
      <h1 className="d-lg">{product.name}</h1>
      {product.rating ? (
        <div className={`cluster gap-1 gap-x-4 ${styles.rating}`}>
          <StarRating readOnly size={16} value={product.rating.average} />{" "}
          <a className="sm link" href="#reviews">
            Read {reviewsText(product.rating.count)}
          </a>
        </div>
      ) : null}
      <PriceText locale={locale} price={variant.price} size="large" showPercentOff />
      {delivery ? (
        <p className="sm icon-text tops">
          <Icon name={delivery.icon} size="small" />
          <span>
            {delivery.title}
            {delivery.orderBy ? <span className="block muted">{delivery.orderBy}</span> : null}
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** The bar's block begins below the safety panel, so a phone shows the bar only after the whole panel. */
function BuyBar({ product, variant }: Pick<BuyPanelProps, "product" | "variant">) {
  return (
    <div className={styles.bar}>
      <PriceText locale={useLocale()} price={variant.price} />
      <Button nativeType="submit" form={BUY_FORM} name="intent" value="add">
        {variant.stock === "preorder" ? "Pre-order" : "Add"}
        <span className="visually-hidden">{` ${product.name}`}</span>
      </Button>
    </div>
  );
}
