import { Form, Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { CompareRow } from "#app/models/catalogue/compare.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import styles from "./compare-table.module.css";

export type CompareTableProps = Readonly<{
  products: ReadonlyArray<ProductSummary>;
  rows: ReadonlyArray<CompareRow>;
  ids: string;
}>;

/** Scrolls sideways with its first column fixed. */
export function CompareTable({ products, rows, ids }: CompareTableProps) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="Comparison, scrolls sideways" tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {products.map(({ name }) => name).join(", ")}, side by side
        </caption>
        <thead>
          <tr>
            <td className={styles.corner} />
            {products.map((product) => (
              <th key={product.id} scope="col">
                <ProductHead product={product} ids={ids} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                {row.label}
                {row.differs && products.length > 1 ? <span className={styles.differs}>Differs</span> : null}
              </th>
              {row.cells.map((cell, index) => (
                <td key={products[index]?.id ?? index}>{cell ?? <span className="muted">Not given</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ProductHead({ product, ids }: Readonly<{ product: ProductSummary; ids: string }>) {
  return (
    <div className={styles.head}>
      <ShopImage image={product.image} alt="" sizes="220px" melt="paper" />
      <Link className={styles.name} to={product.path} prefetch="intent">
        {product.name}
      </Link>
      <Form method="post" action={paths.compare()} preventScrollReset>
        <input type="hidden" name="products" value={ids} />
        <button type="submit" name="remove" value={product.id} className={styles.remove}>
          <Icon name="close" size="small" />
          Remove<span className="visually-hidden"> {product.name} from the comparison</span>
        </button>
      </Form>
    </div>
  );
}
