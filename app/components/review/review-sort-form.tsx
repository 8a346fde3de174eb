import { Form } from "@remix-run/react";

import { Select } from "#app/components/form/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { REVIEW_SORTS, type ReviewQuery } from "#app/models/review/list.ts";

type SortFormProps = Readonly<{
  path: string;
  query: ReviewQuery;
  hiddenFields: ReadonlyArray<readonly [string, string]>;
}>;

export function ReviewSortForm({ path, query, hiddenFields }: SortFormProps) {
  return (
    <Form className="icon-text" method="get" action={`${path}#reviews`} aria-label="Sort reviews">
      {hiddenFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {query.stars === null ? null : <input type="hidden" name="stars" value={query.stars} />}
      <label className="sm muted" htmlFor="review-sort">
        Sort by
      </label>
      <Select
        key={query.sort}
        id="review-sort"
        name="sort"
        value={query.sort}
        options={REVIEW_SORTS.map(({ key, label }) => ({ value: key, label }))}
      />
      <Button nativeType="submit" kind="line">
        Sort<span className="visually-hidden"> reviews</span>
      </Button>
    </Form>
  );
}
