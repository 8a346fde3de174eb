import type { ReactNode } from "react";

import { ProductGrid } from "#app/components/product/product-grid.tsx";
import type { ProductSummary } from "#app/models/catalogue/product.ts";

export type HomeProductsProps = Readonly<{
  id: string;
  title: string;
  text?: string;
  products: ReadonlyArray<ProductSummary>;
  children: ReactNode;
}>;

export function HomeProducts({ id, title, text, products, children }: HomeProductsProps) {
  if (products.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby={id}>
      <div className="row-head">
        <div>
          <h2 className="d-lg" id={id}>
            {title}
          </h2>
          {text ? <p className="muted">{text}</p> : null}
        </div>
        {children}
      </div>
      <ProductGrid products={products} level={3} place={id} />
    </section>
  );
}
