import { Link } from "@remix-run/react";

import { Picture } from "#app/components/ui/picture.tsx";
import type { ProductCard } from "#app/models/catalogue/product.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import styles from "./mini-row.module.css";

export function MiniRow({ products }: Readonly<{ products: ReadonlyArray<ProductCard> }>) {
  return (
    <ul className={styles.row}>
      {products.map((product) => (
        <li key={product.id}>
          <Link className={styles.mini} to={product.path} prefetch="intent">
            <Picture picture={product.picture} alt="" sizes="176px" melt="paper" />
            <b>{product.name}</b>
            <span className="muted tnum">
              {product.isFromPrice ? "From " : ""}
              {formatMoney(product.price.now)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
