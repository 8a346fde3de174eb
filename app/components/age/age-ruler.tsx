import { Link } from "@remix-run/react";

import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";

import styles from "./age-ruler.module.css";

/** Where the object meets the floor, in per cent of the image's height from below. */
const SINK_DEFAULT_PERCENT = 12;
const SINK_MAX_PERCENT = 40;

export type AgeBand = Readonly<{
  name: string;
  note?: string;
  countText?: string;
  to: string;
  image: ProductImage | null;
  /** In per cent, as `SINK_DEFAULT_PERCENT`. */
  sink?: number;
}>;

export function AgeRuler({ bands }: Readonly<{ bands: ReadonlyArray<AgeBand> }>) {
  return (
    <ol className={styles.ruler} data-bands={bands.length}>
      {bands.map(({ name, note, countText, to, image, sink }) => (
        <li key={name}>
          <Link className={styles.band} data-sink={sinkStep(sink)} to={to} prefetch="intent">
            {image ? <ShopImage image={image} sizes={IMAGE_SIZES.ruler} melt="paper" alt="" /> : <span />}
            <span className={styles.mark}>
              <b>{name}</b>
              {note ? <span className={`note ${styles.note}`}>{note}</span> : null}
              {countText ? <span className={`xs ${styles.count}`}>{countText}</span> : null}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** For `data-sink`: two digits with a rule for each, because the policy allows no style attributes. */
export function sinkStep(sink: number = SINK_DEFAULT_PERCENT): string {
  const percent = Math.round(Math.min(SINK_MAX_PERCENT, Math.max(0, sink)));
  return String(percent).padStart(2, "0");
}
