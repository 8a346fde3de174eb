import { useState } from "react";

import styles from "./swatches.module.css";

export type SwatchValue = Readonly<{
  key: string;
  label: string;
  hex: string | null;
  /** Still selectable: the page says when it returns. */
  isSoldOut?: boolean;
  /** What it does to the price. */
  note?: string | null;
}>;

export type SwatchesProps = Readonly<{
  legend: string;
  name?: string;
  values: ReadonlyArray<SwatchValue>;
  chosen: string | null;
  onChange?: (key: string) => void;
  form?: string;
}>;

export function Swatches({ legend, name = "swatch", values, chosen, onChange, form }: SwatchesProps) {
  const [pick, setPick] = useState({ chosen, key: chosen });
  // A new value from the server wins.
  const key = pick.chosen === chosen ? pick.key : chosen;
  const label = values.find((value) => value.key === key)?.label;
  return (
    <fieldset>
      <legend className="label">{label ? `${legend}: ${label}` : legend}</legend>
      <div className={styles.swatches}>
        {values.map((value) => (
          <label key={value.key} className={value.hex ? styles.swatch : "choice-pill"}>
            <input
              className="overlay"
              type="radio"
              name={name}
              value={value.key}
              form={form}
              checked={value.key === key}
              onChange={() => {
                setPick({ chosen, key: value.key });
                onChange?.(value.key);
              }}
            />
            {value.hex ? <Tile hex={value.hex} isSoldOut={value.isSoldOut ?? false} /> : null}
            <span>{value.label}</span>
            {value.isSoldOut ? <small>Sold out</small> : null}
            {value.note && !value.isSoldOut ? <small>{value.note}</small> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Tile({ hex, isSoldOut }: Readonly<{ hex: string; isSoldOut: boolean }>) {
  return (
    <i className={isSoldOut ? `${styles.tile} ${styles.out}` : styles.tile}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width="1" height="1" fill={hex} />
      </svg>
    </i>
  );
}
