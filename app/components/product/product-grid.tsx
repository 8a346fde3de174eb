import type { ProductCard as ProductCardData } from "#app/models/product.ts";

import { ProductCard } from "./product-card.tsx";

export type ProductGridProps = Readonly<{
  products: ReadonlyArray<ProductCardData>;
  level: 2 | 3;
  /** How many pictures of the first row are seen without scrolling. */
  firstCount?: number;
}>;

export function ProductGrid({ products, level, firstCount = 0 }: ProductGridProps) {
  return (
    <ul className="grid grid-4">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} level={level} isFirst={index < firstCount} />
        </li>
      ))}
    </ul>
  );
}
