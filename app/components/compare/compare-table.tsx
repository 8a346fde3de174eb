import { Form, Link } from "@remix-run/react";

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { CompareRow } from "#app/models/catalogue/compare.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import styles from "./compare-table.module.css";

export type CompareTableProps = Readonly<{
  /** At most four. */
  products: ReadonlyArray<ProductSummary>;
  /** May be empty. */
  rows: ReadonlyArray<CompareRow>;
  ids: string;
}>;

/**
 * Equal columns, whose head stays at the top of the window. On a narrow screen each label has a line of its own, and
 * nothing scrolls sideways.
 */
export function CompareTable({ products, rows, ids }: CompareTableProps) {
  return (
    <table className={styles.table} data-columns={products.length}>
      <caption className="visually-hidden">
        {products.map(({ name }) => name).join(", ")}
        {products.length > 1 ? ", side by side" : ""}
      </caption>
      <thead>
        <tr>
          <td className={styles.corner} />
          {products.map((product) => (
            <th key={product.id} scope="col">
              <ProductHead product={product} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {row.cells.map((cell, index) => (
              <td key={products[index]?.id ?? index}>
                <Cell text={cell} isOdd={row.odd.includes(index)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className={styles.corner} />
          {products.map((product) => (
            <td key={product.id}>
              <RemoveForm product={product} ids={ids} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** How a cell is marked that differs from what most products share. */
export function OddLegend() {
  return (
    <p className="sm">
      <span className={styles.odd}>Different from the others</span>
    </p>
  );
}

/** What all products share: each value once. */
export function SameTable({ rows }: Pick<CompareTableProps, "rows">) {
  return (
    <section className={styles.same} aria-labelledby="same">
      <h2 className="d-md" id="same">
        The same for all
      </h2>
      <table>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{cells[0]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ text, isOdd }: Readonly<{ text: string | null; isOdd: boolean }>) {
  if (text === null) return <span className="muted">Not given</span>;
  if (!isOdd) return text;
  return (
    <span className={styles.odd}>
      <span className="visually-hidden">Different: </span>
      {text}
    </span>
  );
}

/** "Choose" leads to the safety text, which is read before anything is added to the basket. */
function ProductHead({ product }: Readonly<{ product: ProductSummary }>) {
  const locale = useLocale();
  return (
    <div className={styles.head}>
      <ShopImage image={product.image} alt="" sizes="110px" melt="paper" />
      <Link className={styles.name} to={product.path} prefetch="intent">
        {product.name}
      </Link>
      <PriceText locale={locale} price={product.price} isFromPrice={product.isFromPrice} />
      <ButtonLink size="is-small" to={`${product.path}#safety`} prefetch="intent">
        Choose<span className="visually-hidden"> {product.name}</span>
      </ButtonLink>
    </div>
  );
}

function RemoveForm({ product, ids }: Readonly<{ product: ProductSummary; ids: string }>) {
  return (
    <Form method="post" action={paths.compare()} preventScrollReset>
      <input type="hidden" name="products" value={ids} />
      <button type="submit" name="remove" value={product.id} className={styles.remove}>
        <Icon name="close" size="small" />
        Remove<span className="visually-hidden"> {product.name} from the comparison</span>
      </button>
    </Form>
  );
}
