import { Fragment, type ReactNode } from "react";

import { Details } from "#app/components/ui/details.tsx";
import type { ExplainedRow, Explanation } from "#app/models/catalogue/glossary.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";

import styles from "./product-details.module.css";

export type ProductDetailsProps = Readonly<{
  product: Pick<Product, "description" | "highlights" | "boxContents" | "care" | "assembly">;
  rows: ReadonlyArray<ExplainedRow>;
  words: ReadonlyArray<Explanation>;
  worksWith: ReactNode;
}>;

export function ProductDetails({ product, rows, words, worksWith }: ProductDetailsProps) {
  return (
    <div>
      <Details summary="Description" open>
        <div className={styles.body}>
          {product.highlights.length > 0 ? <Items items={product.highlights} /> : null}
          {product.description.map((paragraph) => (
            <p key={paragraph}>
              <Emphasis text={paragraph} />
            </p>
          ))}
        </div>
      </Details>
      <Details summary="Details and dimensions" open>
        <dl className={styles.spec}>
          {rows.map(({ label, value, explanation }) => (
            <Fragment key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>
                {value}
                {explanation ? <Meaning {...explanation} /> : null}
              </dd>
            </Fragment>
          ))}
        </dl>
      </Details>
      {worksWith ? (
        <Details summary="Works with" open>
          {worksWith}
        </Details>
      ) : null}
      {product.boxContents.length > 0 ? (
        <Details summary="In the box">
          <div className={styles.body}>
            <Items items={product.boxContents} />
          </div>
        </Details>
      ) : null}
      <Details summary="Care and assembly">
        <div className={styles.body}>
          {product.care ? <p>{product.care}</p> : null}
          {product.assembly ? <p>{product.assembly}</p> : null}
        </div>
      </Details>
      {words.length > 0 ? <Words words={words} /> : null}
    </div>
  );
}

function Items({ items }: Readonly<{ items: ReadonlyArray<string> }>) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Meaning({ term, text }: Explanation) {
  return (
    <details className={`sm muted ${styles.meaning}`}>
      <summary>What does “{term}” mean?</summary>
      <p>{text}</p>
    </details>
  );
}

function Words({ words }: Readonly<{ words: ReadonlyArray<Explanation> }>) {
  return (
    <Details summary="Glossary">
      <dl className={`column gap-1 ${styles.words}`}>
        {words.map(({ term, text }) => (
          <Fragment key={term}>
            <dt className="strong">{term}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Details>
  );
}

/** *word* means emphasis. */
function Emphasis({ text }: Readonly<{ text: string }>) {
  const parts = text.split(/\*([^*]+)\*/);
  return parts.map((part, index) =>
    // The order never changes, so the index is a stable key.
    index % 2 === 1 ? <em key={index}>{part}</em> : <Fragment key={index}>{part}</Fragment>,
  );
}
