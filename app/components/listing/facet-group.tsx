import check from "#app/components/form/check-field.module.css";
import control from "#app/components/form/control.module.css";
import { Icon } from "#app/components/ui/icon.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import type { FacetValueView, FacetView } from "#app/models/listing/facet-view.ts";
import styles from "./filter-form.module.css";

export function AgeFacet({ facet }: Readonly<{ facet: FacetView }>) {
  return <CachedFragment as="fieldset" className={styles.ages} part={AgeBoxes} of={{ facet }} />;
}

function AgeBoxes({ facet }: Readonly<{ facet: FacetView }>) {
  return (
    <>
      <legend>{facet.label}</legend>
      <div className={styles.ageGrid}>
        {facet.values.map(({ value, label, count, isChosen }) => (
          <label key={value} className={styles.ageChip}>
            <input type="checkbox" name={facet.key} value={value} defaultChecked={isChosen} />
            <span>
              {label} <Count count={count} />
            </span>
          </label>
        ))}
      </div>
    </>
  );
}

type FacetGroupProps = Readonly<{ facet: FacetView; isOpen: boolean }>;

export function FacetGroup({ facet, isOpen }: FacetGroupProps) {
  const isUsed = facet.values.some(({ isChosen }) => isChosen);
  return (
    <details className={styles.group} open={isOpen || isUsed}>
      <summary>
        {facet.label}
        <Icon name="down" size="small" />
      </summary>
      <CachedFragment as="fieldset" className={styles.body} part={FacetBoxes} of={{ facet }} />
    </details>
  );
}

function FacetBoxes({ facet }: Readonly<{ facet: FacetView }>) {
  return (
    <>
      <legend className="visually-hidden">{facet.label}</legend>
      {facet.values.map((value) => (
        <FacetCheck key={value.value} name={facet.key} value={value} />
      ))}
    </>
  );
}

export function FlagFacets({ facets }: Readonly<{ facets: ReadonlyArray<FacetView> }>) {
  if (facets.length === 0) return null;
  return (
    <fieldset className={styles.flags}>
      <legend className="visually-hidden">More filters</legend>
      {facets.flatMap(({ key, values }) =>
        values.map((value) => <FacetCheck key={`${key}-${value.value}`} name={key} value={value} />),
      )}
    </fieldset>
  );
}

function FacetCheck({ name, value: view }: Readonly<{ name: string; value: FacetValueView }>) {
  const { value, label, hex, count, isChosen } = view;
  return (
    <label className={check.check}>
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <span>
        {hex ? <Dot hex={hex} /> : null}
        {label} <Count count={count} />
      </span>
    </label>
  );
}

function Count({ count }: Readonly<{ count: number }>) {
  return (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      {count}
      <span className="visually-hidden">{count === 1 ? " product" : " products"}</span>
    </span>
  );
}

/** SVG, because the policy allows no style attributes. */
function Dot({ hex }: Readonly<{ hex: string }>) {
  return (
    <svg className={styles.dot} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="8" fill={hex} />
      <circle className={styles.ring} cx="8" cy="8" r="7.5" />
    </svg>
  );
}

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
