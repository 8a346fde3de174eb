import { Link } from "@remix-run/react";

import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import styles from "./product-carousel.module.css";

export function ProductCarousel({ products }: Readonly<{ products: ReadonlyArray<ProductSummary> }>) {
  const locale = useLocale();
  return (
    <ul className={styles.row}>
      {products.map((product) => (
        <li key={product.id}>
          <Link className={styles.mini} to={product.path} prefetch="intent">
            <ShopImage image={product.image} alt="" sizes="176px" melt="paper" />
            <b>{product.name}</b>
            <span className="muted tnum">
              {product.isFromPrice ? "From " : ""}
              {formatMoney(product.price.now, locale)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
