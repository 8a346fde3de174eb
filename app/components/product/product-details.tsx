import { Fragment } from "react";

import { Details } from "#app/components/ui/details.tsx";
import type { Product } from "#app/models/product-page.ts";

import styles from "./product-details.module.css";

export type ProductDetailsProps = Readonly<{
  product: Pick<
    Product,
    "description" | "highlights" | "specification" | "metafields" | "care" | "assembly" | "safety" | "brand"
  >;
}>;

/** What it is, its measurements, its care. */
export function ProductDetails({ product }: ProductDetailsProps) {
  return (
    <div>
      <Details summary="About it" open>
        <div className={styles.body}>
          {product.highlights.length > 0 ? (
            <ul>
              {product.highlights.map((highlight) => (
                <li key={highlight}>{highlight}</li>
              ))}
            </ul>
          ) : null}
          {product.description.map((paragraph) => (
            <p key={paragraph}>
              <Emphasis text={paragraph} />
            </p>
          ))}
        </div>
      </Details>
      <Details summary="Details and measurements" open>
        <dl className={styles.spec}>
          {[...product.specification, ...product.metafields].map(({ label, value }) => (
            <Fragment key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Details>
      <Details summary="Care and assembly">
        <div className={styles.body}>
          {product.care ? <p>{product.care}</p> : null}
          {product.assembly ? <p>{product.assembly}</p> : null}
        </div>
      </Details>
    </div>
  );
}

/** Plain text in which *word* means emphasis. */
function Emphasis({ text }: Readonly<{ text: string }>) {
  const parts = text.split(/\*([^*]+)\*/);
  return parts.map((part, index) =>
    // The parts never change places, so that their number is a good key.
    index % 2 === 1 ? <em key={index}>{part}</em> : <Fragment key={index}>{part}</Fragment>,
  );
}
