import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useRef } from "react";
import { STAYS } from "#app/components/layout/route-announcer.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import type { FacetView, FilterLink } from "#app/models/listing/facet-view.ts";
import type { Param } from "#app/models/listing/facet.ts";
import { AgeFacet, FacetGroup, FlagFacets, PriceFields, type PriceFilter } from "./facet-group.tsx";
import styles from "./filter-form.module.css";
import { listAddress } from "./list-address.ts";
import { useFormOfAddress } from "./use-form-of-address.ts";

/** Groups open at first, besides those in use. */
const OPEN_GROUPS = 2;

export type ListingFilters = Readonly<{
  facets: ReadonlyArray<FacetView>;
  price: PriceFilter;
  applied: ReadonlyArray<FilterLink>;
  promoted: ReadonlyArray<FilterLink>;
  /** Other parameters: sort order and gift finder. */
  hiddenFields: ReadonlyArray<Param>;
}>;

type FilterFormProps = Readonly<{
  filters: ListingFilters;
  /** Without a query. */
  path: string;
  toggle: RefObject<HTMLDetailsElement>;
}>;

/** With scripts a checkbox submits the form; a text field never does. */
export function FilterForm({ filters, path, toggle }: FilterFormProps) {
  const form = useFilterForm(toggle);
  const { facets, price, applied, hiddenFields } = filters;
  const ages = facets.find(({ look }) => look === "ages");
  const flags = facets.filter(({ look }) => look === "flag");
  const groups = facets.filter(({ look }) => look === "checks" || look === "swatches");
  return (
    <Form
      ref={form.ref}
      className={styles.filters}
      method="get"
      action={path}
      aria-label="Filter products"
      onChange={form.onChange}
      onSubmit={form.onSubmit}
    >
      <h2 className="visually-hidden">Filter products</h2>
      {hiddenFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {ages ? <AgeFacet facet={ages} /> : null}
      <PriceFields price={price} />
      {groups.map((facet, place) => (
        <FacetGroup key={facet.key} facet={facet} isOpen={place < OPEN_GROUPS} />
      ))}
      <FlagFacets facets={flags} />
      <div className={styles.apply}>
        <Button nativeType="submit" wide>
          Apply filters
        </Button>
        {applied.length > 0 ? (
          <ButtonLink kind="quiet" size="is-small" to={listAddress(path, hiddenFields)} preventScrollReset>
            Clear all
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}

/**
 * Lets a box apply itself, and keeps the form to what its address says after every move, Back included. The list
 * stays where it is scrolled to, and the keyboard where it is.
 */
function useFilterForm(toggle: RefObject<HTMLDetailsElement>) {
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const markSent = useFormOfAddress(ref);

  const apply = (form: HTMLFormElement) => {
    markSent(form);
    navigate(listAddress(new URL(form.action).pathname, givenParams(form)), {
      preventScrollReset: true,
      state: STAYS,
    });
  };
  return {
    ref,
    onChange: (event: FormEvent<HTMLFormElement>) => {
      if (event.target instanceof HTMLInputElement && event.target.type === "checkbox") {
        apply(event.currentTarget);
      }
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      apply(event.currentTarget);
      // On a small screen the form covers the list.
      if (!toggle.current?.open) return;
      toggle.current.open = false;
      toggle.current.scrollIntoView();
    },
  };
}

/** Without empty fields. */
function givenParams(form: HTMLFormElement): ReadonlyArray<Param> {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== "" ? [[name, value.trim()] as const] : [],
  );
}
