import { Link } from "@remix-run/react";

import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";
import type { Picture as PictureData } from "#app/models/catalogue/product.ts";

import sinks from "./age-ruler-sinks.module.css";
import styles from "./age-ruler.module.css";

/** Where most things meet the floor, in per cent of the picture's height from below. */
const SINK_DEFAULT_PERCENT = 12;
const SINK_MAX_PERCENT = 40;

export type AgeBand = Readonly<{
  /** "1 to 2 years". */
  name: string;
  /** A pencil note: "pulls it along". */
  note?: string;
  /** "38 gifts". */
  countText?: string;
  to: string;
  picture: PictureData | null;
  /** How far above the lower edge of its picture the thing stands on the floor, in per cent. */
  sink?: number;
}>;

/** The door frame: ages as pencil marks on a ruler, a toy standing on each. */
export function AgeRuler({ bands }: Readonly<{ bands: ReadonlyArray<AgeBand> }>) {
  return (
    <ol className={styles.ruler} data-bands={bands.length}>
      {bands.map(({ name, note, countText, to, picture, sink }) => (
        <li key={name}>
          <Link className={`${styles.band} ${sinkClass(sink)}`} to={to} prefetch="intent">
            {picture ? (
              <Picture picture={picture} sizes={PICTURE_SIZES.ruler} melt="paper" alt="" />
            ) : (
              <span />
            )}
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

/** One class for each whole per cent: a style attribute is not allowed. */
export function sinkClass(sink: number = SINK_DEFAULT_PERCENT): string {
  return sinks[`sink${Math.round(Math.min(SINK_MAX_PERCENT, Math.max(0, sink)))}`] ?? "";
}
