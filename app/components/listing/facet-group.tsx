import check from "#app/components/form/check-field.module.css";
import { Icon } from "#app/components/ui/icon.tsx";
import { StoredPart } from "#app/components/ui/stored-part.tsx";
import type { FacetValueView, FacetView } from "#app/models/listing/facet-view.ts";

import styles from "./filter-form.module.css";

export function AgeFacet({ facet }: Readonly<{ facet: FacetView }>) {
  return <StoredPart as="fieldset" className={styles.ages} part={AgeBoxes} of={{ facet }} />;
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

export type FacetGroupProps = Readonly<{ facet: FacetView; isOpen: boolean }>;

export function FacetGroup({ facet, isOpen }: FacetGroupProps) {
  const isUsed = facet.values.some(({ isChosen }) => isChosen);
  return (
    <details className={styles.group} open={isOpen || isUsed}>
      <summary>
        {facet.label}
        <Icon name="down" size="small" />
      </summary>
      <StoredPart as="fieldset" className={styles.body} part={FacetBoxes} of={{ facet }} />
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
