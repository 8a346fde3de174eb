import { Form, Link } from "@remix-run/react";

import { ButtonLink } from "#app/components/ui/button.tsx";
import { ColourDot } from "#app/components/ui/colour-dots.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import {
  COLOURS_LABEL,
  COMPARE_GROUPS,
  type CompareGroup,
  type CompareRow,
} from "#app/models/catalogue/compare.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

import styles from "./compare-table.module.css";

export type CompareTableProps = Readonly<{
  /** At most four. */
  products: ReadonlyArray<ProductSummary>;
  rows: ReadonlyArray<CompareRow>;
  ids: string;
}>;

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
      {COMPARE_GROUPS.map((group) => {
        const grouped = rows.filter((row) => row.group === group);
        return grouped.length > 0 ? (
          <GroupRows key={group} group={group} rows={grouped} products={products} />
        ) : null;
      })}
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

type GroupRowsProps = Pick<CompareTableProps, "products" | "rows"> & Readonly<{ group: CompareGroup }>;

function GroupRows({ group, rows, products }: GroupRowsProps) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={products.length + 1}>
          {group}
        </th>
      </tr>
      {rows.map(({ label, cells, odd }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {products.map((product, index) => (
            <td key={product.id}>
              {label === COLOURS_LABEL && product.colours.length > 0 ? (
                <Colours colours={product.colours} />
              ) : (
                <Cell label={label} text={cells[index] ?? null} isOdd={odd.includes(index)} />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Colours({ colours }: Pick<ProductSummary, "colours">) {
  return (
    <ul className="column gap-1">
      {colours.map(({ label, hex }) => (
        <li key={label} className="icon-text">
          <ColourDot hex={hex} />
          {label}
        </li>
      ))}
    </ul>
  );
}

export function OddLegend() {
  return (
    <p className="sm">
      <span className={styles.odd}>Different from the others</span>
    </p>
  );
}

export function SameTable({ rows }: Pick<CompareTableProps, "rows">) {
  return (
    <TitledSection id="same" title="The same for all" className="column gap-3">
      <dl className="facts">
        {rows.map(({ label, cells }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{cells[0]}</dd>
          </div>
        ))}
      </dl>
    </TitledSection>
  );
}

type CellProps = Readonly<{ label: string; text: string | null; isOdd: boolean }>;

function Cell({ label, text, isOdd }: CellProps) {
  if (text === null)
    return <span className="muted">{label === COLOURS_LABEL ? "One colour" : "The maker does not say"}</span>;
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
    <div className={`column gap-1 starts ${styles.head}`}>
      <ShopImage image={product.image} alt="" sizes="110px" melt="paper" />
      <Link className={`item-name ${styles.name}`} to={product.path} prefetch="intent">
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
      <button type="submit" name="remove" value={product.id} className="text-button sm">
        <Icon name="close" size="small" />
        Remove<span className="visually-hidden"> {product.name} from the comparison</span>
      </button>
    </Form>
  );
}
