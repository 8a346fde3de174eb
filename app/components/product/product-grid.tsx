import type { ListedProduct } from "#app/models/listing/listing.ts";

import { ProductCard } from "./product-card.tsx";
import styles from "./product-grid.module.css";

export type ProductGridProps = Readonly<{
  products: ReadonlyArray<ListedProduct>;
  level: 2 | 3;
  /** How many cards of the first row are visible without scrolling. */
  firstCount?: number;
  columns?: "three" | "four";
  /** Prefix of the buttons' ids. */
  place?: string;
  canCompare?: boolean;
}>;

export function ProductGrid({ products, firstCount = 0, columns = "four", ...card }: ProductGridProps) {
  // Screen readers would announce a list of nothing.
  if (products.length === 0) return null;
  return (
    <ul className={`grid ${columns === "four" ? "grid-4 " : ""}${styles.products}`}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isFirst={index < firstCount} columns={columns} {...card} />
        </li>
      ))}
    </ul>
  );
}
