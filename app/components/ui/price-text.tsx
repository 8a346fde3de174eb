import { lowestBeforeText, type Price } from "#app/models/catalogue/product.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import { Badge } from "./badge.tsx";
import styles from "./price-text.module.css";

export type PriceTextProps = Readonly<{
  price: Price;
  /** A BCP 47 tag. */
  locale: string;
  isFromPrice?: boolean;
  size?: "normal" | "large";
  showPercentOff?: boolean;
  as?: "p" | "span";
}>;

/** Read out as "Was £34.00, now £27.20", because strikethrough is not announced. */
export function PriceText(props: PriceTextProps) {
  const { price, locale, isFromPrice = false, size = "normal", as: Tag = "p" } = props;
  return (
    <Tag className={size === "large" ? `${styles.price} ${styles.large}` : styles.price}>
      {price.was ? (
        <SalePrice {...props} />
      ) : (
        <>
          {isFromPrice ? "From " : null}
          {formatMoney(price.now, locale)}
        </>
      )}
    </Tag>
  );
}

function SalePrice({ price, locale, isFromPrice = false, showPercentOff = false }: PriceTextProps) {
  if (!price.was) return null;
  const was = formatMoney(price.was, locale);
  const lowest = lowestBeforeText(price, locale);
  return (
    <>
      <span className="visually-hidden">{`Was ${was}, now ${isFromPrice ? "from " : ""}`}</span>
      <span className={styles.now}>{formatMoney(price.now, locale)}</span>
      <s aria-hidden="true" className={styles.was}>
        {was}
      </s>
      {showPercentOff && price.percentOff !== null ? (
        <span className={styles.off}>
          <Badge kind="sale">{price.percentOff}% off</Badge>
        </span>
      ) : null}
      {lowest ? <span className={styles.lowest}>{lowest}</span> : null}
    </>
  );
}
