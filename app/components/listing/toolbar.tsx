import { Form } from "@remix-run/react";

import { useComparedIds } from "#app/components/favourites/use-card-requests.ts";
import { Select } from "#app/components/form/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Param } from "#app/models/listing/filter.ts";
import type { Sort } from "#app/models/listing/listing.ts";
import type { SortKey } from "#app/models/catalogue/sort-key.ts";

import styles from "./toolbar.module.css";

export type ToolbarProps = Readonly<{
  count: string;
  aside?: string | null;
  /** Empty for a list with one order. */
  sorts: ReadonlyArray<Sort>;
  sort: SortKey;
  action: string;
  hiddenFields?: ReadonlyArray<Param>;
  canCompare?: boolean;
}>;

export function Toolbar({
  count,
  aside,
  sorts,
  sort,
  action,
  hiddenFields = [],
  canCompare = false,
}: ToolbarProps) {
  return (
    <div className="cluster ends gap-3 gap-x-6 above-6 below-6">
      <p role="status">
        <b className="strong">{count}</b>
        {aside ? <span className="muted"> {aside}</span> : null}
      </p>
      {canCompare ? <CompareSwitch /> : null}
      {sorts.length > 0 ? (
        <Form className={`icon-text ${styles.sort}`} method="get" action={action} preventScrollReset>
          {hiddenFields.map(([name, value]) => (
            <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
          ))}
          <label className="sm muted" htmlFor="sort">
            Sort by
          </label>
          <Select
            key={sort}
            id="sort"
            name="sort"
            value={sort}
            options={sorts.map(({ key, label }) => ({ value: key, label }))}
          />
          <Button nativeType="submit" kind="line">
            Sort
          </Button>
        </Form>
      ) : null}
    </div>
  );
}

/** Shows and hides the cards' buttons by a rule of product-card.module.css: it belongs to no form. */
function CompareSwitch() {
  const isBegun = useComparedIds().length > 0;
  return (
    <label className={styles.compare}>
      <input
        className="tickbox"
        key={String(isBegun)}
        type="checkbox"
        defaultChecked={isBegun}
        data-comparing=""
      />
      Compare
    </label>
  );
}
