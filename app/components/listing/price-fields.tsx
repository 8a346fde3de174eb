import control from "#app/components/form/control.module.css";
import { Icon } from "#app/components/ui/icon.tsx";

import styles from "./filter-form.module.css";

/** In characters. */
const TYPED_MAX = 12;

/** Typed limits, empty for none; the list's own ends are hints. */
export type PriceFilter = Readonly<{ min: string; max: string; minHint: string; maxHint: string }>;

export function PriceFields({ price }: Readonly<{ price: PriceFilter }>) {
  return (
    <details className={styles.group} open>
      <summary>
        Price
        <Icon name="down" size="small" />
      </summary>
      <fieldset className={styles.body}>
        <legend className="visually-hidden">Price</legend>
        <div className={styles.prices}>
          <PriceField name="min" label="Minimum price in pounds" value={price.min} hint={price.minHint} />
          <span className="muted">to</span>
          <PriceField name="max" label="Maximum price in pounds" value={price.max} hint={price.maxHint} />
        </div>
      </fieldset>
    </details>
  );
}

type PriceFieldProps = Readonly<{ name: string; label: string; value: string; hint: string }>;

function PriceField({ name, label, value, hint }: PriceFieldProps) {
  return (
    <div className={styles.money}>
      <label className="visually-hidden" htmlFor={`filter-${name}`}>
        {label}
      </label>
      <input
        id={`filter-${name}`}
        className={control.control}
        name={name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={TYPED_MAX}
        defaultValue={value}
        placeholder={hint}
      />
    </div>
  );
}
