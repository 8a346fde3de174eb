import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useRef } from "react";

import { STAYS } from "#app/components/layout/route-announcer.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { FilterValueView, FilterView, FilterLink } from "#app/models/listing/filter-view.ts";
import type { Param } from "#app/models/listing/filter.ts";

import styles from "./filter-form.module.css";
import { listAddress } from "./list-address.ts";
import { useFormOfAddress } from "./use-form-of-address.ts";

/** Groups open at first, besides those in use. */
const OPEN_GROUPS = 2;

export type ListingFilters = Readonly<{
  offered: ReadonlyArray<FilterView>;
  /** Null where the page has asked for the price already. */
  price: PriceFilter | null;
  applied: ReadonlyArray<FilterLink>;
  promoted: ReadonlyArray<FilterLink>;
  hiddenFields: ReadonlyArray<Param>;
}>;

type FilterFormProps = Readonly<{
  filters: ListingFilters;
  path: string;
  toggle: RefObject<HTMLDetailsElement>;
}>;

/** With scripts a checkbox submits the form; a text field never does. */
export function FilterForm({ filters, path, toggle }: FilterFormProps) {
  const form = useFilterForm(toggle);
  const { offered, price, applied, hiddenFields } = filters;
  const ages = offered.find(({ look }) => look === "ages");
  const flags = offered.filter(({ look }) => look === "flag");
  const groups = offered.filter(({ look }) => look === "checks" || look === "swatches");
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
      {ages ? <AgeFilter filter={ages} /> : null}
      {price ? <PriceFields price={price} /> : null}
      {groups.map((filter, place) => (
        <FilterGroup key={filter.key} filter={filter} isOpen={place < OPEN_GROUPS} />
      ))}
      <FlagFilters offered={flags} />
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

/** The list stays where it is scrolled to, and the keyboard where it is. */
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

function givenParams(form: HTMLFormElement): ReadonlyArray<Param> {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== "" ? [[name, value.trim()] as const] : [],
  );
}

function AgeFilter({ filter }: Readonly<{ filter: FilterView }>) {
  return <CachedFragment as="fieldset" className={styles.ages} part={AgeBoxes} of={{ filter }} />;
}

function AgeBoxes({ filter }: Readonly<{ filter: FilterView }>) {
  return (
    <>
      <legend>{filter.label}</legend>
      <div className={styles.ageGrid}>
        {filter.values.map(({ value, label, count, isChosen }) => (
          <label key={value} className="choice-pill">
            <input
              className="overlay"
              type="checkbox"
              name={filter.key}
              value={value}
              defaultChecked={isChosen}
            />
            <span>
              {label} <Count count={count} />
            </span>
          </label>
        ))}
      </div>
    </>
  );
}

type FilterGroupProps = Readonly<{ filter: FilterView; isOpen: boolean }>;

function FilterGroup({ filter, isOpen }: FilterGroupProps) {
  const isUsed = filter.values.some(({ isChosen }) => isChosen);
  return (
    <details className={`fold ${styles.group}`} open={isOpen || isUsed}>
      <summary>
        {filter.label}
        <Icon name="down" size="small" />
      </summary>
      <CachedFragment as="fieldset" className={styles.body} part={FilterBoxes} of={{ filter }} />
    </details>
  );
}

function FilterBoxes({ filter }: Readonly<{ filter: FilterView }>) {
  return (
    <>
      <legend className="visually-hidden">{filter.label}</legend>
      {filter.values.map((value) => (
        <FilterCheck key={value.value} name={filter.key} value={value} />
      ))}
    </>
  );
}

function FlagFilters({ offered }: Readonly<{ offered: ReadonlyArray<FilterView> }>) {
  if (offered.length === 0) return null;
  return (
    <fieldset className={styles.flags}>
      <legend className="visually-hidden">More filters</legend>
      {offered.flatMap(({ key, values }) =>
        values.map((value) => <FilterCheck key={`${key}-${value.value}`} name={key} value={value} />),
      )}
    </fieldset>
  );
}

function FilterCheck({ name, value: view }: Readonly<{ name: string; value: FilterValueView }>) {
  const { value, label, hex, count, isChosen } = view;
  return (
    <label className="check">
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

type PriceFilter = Readonly<{
  min: string;
  max: string;
  minHint: string;
  maxHint: string;
  /** "pounds sterling". */
  currency: string;
  /** "£"; null where none stands before amounts. */
  sign: string | null;
}>;

function PriceFields({ price }: Readonly<{ price: PriceFilter }>) {
  return (
    <details className={`fold ${styles.group}`} open>
      <summary>
        {price.sign ? "Price" : `Price in ${price.currency}`}
        <Icon name="down" size="small" />
      </summary>
      <fieldset className={styles.body}>
        <legend className="visually-hidden">Price</legend>
        <div className={styles.prices}>
          <PriceField name="min" word="Minimum" value={price.min} hint={price.minHint} price={price} />
          <span className="muted">to</span>
          <PriceField name="max" word="Maximum" value={price.max} hint={price.maxHint} price={price} />
        </div>
      </fieldset>
    </details>
  );
}

type PriceFieldProps = Readonly<{
  name: string;
  word: string;
  value: string;
  hint: string;
  price: Pick<PriceFilter, "currency" | "sign">;
}>;

function PriceField({ name, word, value, hint, price }: PriceFieldProps) {
  return (
    <div className={styles.money} data-sign={price.sign ?? undefined}>
      <label className="visually-hidden" htmlFor={`filter-${name}`}>
        {word} price in {price.currency}
      </label>
      <input
        id={`filter-${name}`}
        className="input"
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
