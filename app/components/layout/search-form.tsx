import { Form } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";
import styles from "./search-form.module.css";

export type SearchFormProps = Readonly<{
  /** Unique on the page. */
  id: string;
  /** Tells the search landmarks of a page apart. */
  label: string;
}>;

/** The search field of the header. */
export function SearchForm({ id, label }: SearchFormProps) {
  return (
    <Form className={styles.search} role="search" aria-label={label} action={paths.search()} method="get">
      <label className="visually-hidden" htmlFor={id}>
        Search the shop
      </label>
      <input id={id} name="q" type="search" placeholder="Search" autoComplete="off" maxLength={200} />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </Form>
  );
}
