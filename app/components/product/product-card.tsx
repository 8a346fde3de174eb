import { Link } from "@remix-run/react";

import { AgeBadge } from "#app/components/age/age-badge.tsx";
import { CompareButton } from "#app/components/compare/compare-button.tsx";
import { SaveButton } from "#app/components/favourites/save-button.tsx";
import { useComparedIds, useFavouriteIds } from "#app/components/favourites/use-card-requests.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { ColourDots } from "#app/components/ui/colour-dots.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { stockText } from "#app/models/catalogue/inventory/stock.ts";
import type { ListedProduct } from "#app/models/listing/listing.ts";

import styles from "./product-card.module.css";

export type ProductCardProps = Readonly<{
  product: ListedProduct;
  level: 2 | 3;
  /** Visible without scrolling. */
  isFirst?: boolean;
  columns?: "three" | "four";
  /** Null for a card without buttons. */
  place?: string | null | undefined;
  canCompare?: boolean;
}>;

/** No quick add, because the safety text must be read first. */
export function ProductCard({
  product,
  level,
  isFirst = false,
  columns = "four",
  place = "card",
  canCompare = false,
}: ProductCardProps) {
  const isSaved = useFavouriteIds().includes(product.id);
  const isCompared = useComparedIds().includes(product.id);
  const locale = useLocale();
  const buttons =
    place === null ? null : { place, isSaved, isCompared, canCompare: canCompare && !product.isToy };
  return (
    <CachedFragment
      as="article"
      className={styles.card}
      part={CardBody}
      of={{ product, locale, level, isFirst, columns, buttons }}
    />
  );
}

type CardBodyProps = Required<Pick<ProductCardProps, "product" | "level" | "isFirst" | "columns">> &
  Readonly<{
    locale: string;
    buttons: Readonly<{
      place: string;
      isSaved: boolean;
      isCompared: boolean;
      canCompare: boolean;
    }> | null;
  }>;

function CardBody({ product, locale, level, isFirst, columns, buttons }: CardBodyProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <>
      <Heading className={styles.name}>
        <Link to={cardAddress(product)} prefetch="intent">
          {product.name}
        </Link>
      </Heading>
      <div className="above-1">
        <PriceText locale={locale} price={product.price} isFromPrice={product.isFromPrice} />
      </div>
      <div className={styles.meta}>
        {product.ageText ? <AgeBadge text={product.ageText} /> : null}
        {product.colours.length > 1 ? <ColourDots colours={product.colours} /> : null}
        <CardRating rating={product.rating} />
      </div>
      {product.bootFit ? <p className="xs above-1">{product.bootFit}</p> : null}
      {product.left ? <p className="xs strong above-1">{stockText("low-stock", product.left)}</p> : null}
      <div className={styles.image} data-flies="from" data-product={`product-${product.id}`}>
        <ShopImage
          image={product.image}
          sizes={columns === "four" ? IMAGE_SIZES.card : IMAGE_SIZES.listingCard}
          melt="paper"
          priority={isFirst}
        />
        <CardTags product={product} />
      </div>
      {buttons ? (
        <>
          <SaveButton product={product} isSaved={buttons.isSaved} place={buttons.place} look="card" />
          {buttons.canCompare ? (
            <div className={styles.compare}>
              <CompareButton product={product} isCompared={buttons.isCompared} place={buttons.place} />
            </div>
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** The variant in the image (requirement catalogue-1). */
export function cardAddress({ path, swatch, colours }: ListedProduct): string {
  return swatch && colours.length > 1 ? `${path}?swatch=${encodeURIComponent(swatch)}` : path;
}

export function CardRating({ rating }: Pick<ListedProduct, "rating">) {
  if (!rating) return null;
  return <StarRating readOnly size={16} value={rating.average} count={rating.count} variant="one" />;
}

export function CardTags({ product }: Readonly<{ product: ListedProduct }>) {
  const isGone = product.stock === "out-of-stock" || product.stock === "discontinued";
  return (
    <p className={styles.tags}>
      {product.price.percentOff === null ? null : (
        <Badge kind="sale">{`${product.price.percentOff}% off`}</Badge>
      )}
      {product.isNew ? <Badge kind="new">New</Badge> : null}
      {product.isBackInStock ? <Badge kind="back-in-stock">Back in stock</Badge> : null}
      {product.stock === "preorder" ? <Badge kind="preorder">Pre-order</Badge> : null}
      {isGone ? (
        <Badge kind="sold-out">{product.stock === "discontinued" ? "Discontinued" : "Sold out"}</Badge>
      ) : null}
    </p>
  );
}
