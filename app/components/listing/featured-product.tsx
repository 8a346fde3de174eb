import { Link } from "@remix-run/react";

import { AgeBadge } from "#app/components/age/age-badge.tsx";
import { cardAddress, CardRating, CardTags } from "#app/components/product/product-card.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { ColourDots } from "#app/components/ui/colour-dots.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { ListedProduct } from "#app/models/listing/listing.ts";

import styles from "./featured-product.module.css";

type FeaturedProductProps = Readonly<{
  product: ListedProduct;
  text: string;
}>;

export function FeaturedProduct({ product, text }: FeaturedProductProps) {
  const locale = useLocale();
  const address = cardAddress(product);
  return (
    <article className={`beside below-8 ${styles.featured}`} aria-labelledby="featured-product">
      <div className={styles.image} data-flies="from" data-product={`product-${product.id}`}>
        <ShopImage image={product.image} sizes="(min-width: 900px) 44vw, 92vw" melt="paper" priority />
        <CardTags product={product} />
      </div>
      <div className="column starts">
        <h2 className="d-lg unlined" id="featured-product">
          <Link to={address} prefetch="intent">
            {product.name}
          </Link>
        </h2>
        <div className={styles.price}>
          <PriceText locale={locale} price={product.price} isFromPrice={product.isFromPrice} />
        </div>
        <p className="muted">{text}</p>
        <div className="cluster gap-2 gap-x-4">
          {product.ageText ? <AgeBadge text={product.ageText} /> : null}
          {product.colours.length > 1 ? <ColourDots colours={product.colours} /> : null}
          <CardRating rating={product.rating} />
        </div>
        <p>
          <ButtonLink to={address} prefetch="intent">
            See it<span className="visually-hidden">: {product.name}</span>
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}
