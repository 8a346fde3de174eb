import { Form } from "@remix-run/react";
import { type ComponentType, useRef, useState } from "react";

import { Icon } from "#app/components/ui/icon.tsx";
import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import { QUERY_MAX_CHARACTERS } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";
import styles from "./search-form.module.css";
import type { SearchSuggestionsProps } from "./search-suggestions.tsx";

export type SearchFormProps = Readonly<{
  id: string;
  label: string;
}>;

export function SearchForm({ id, label }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps> | null>(null);
  const load = () => {
    if (Suggestions) return;
    void lazyOptional(() => import("./search-suggestions.tsx")).then((module) => {
      if (module) setSuggestions(() => module.SearchSuggestions);
    });
  };
  return (
    <Form
      ref={form}
      className={styles.search}
      role="search"
      aria-label={label}
      action={paths.search()}
      method="get"
      onFocus={load}
    >
      <span className={styles.field}>
        <label className="visually-hidden" htmlFor={id}>
          Search the shop
        </label>
        <input
          className="input"
          id={id}
          name="q"
          type="search"
          placeholder="Search"
          autoComplete="off"
          maxLength={QUERY_MAX_CHARACTERS}
        />
        <button type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
      </span>
      {Suggestions ? <Suggestions form={form} listId={`${id}-list`} /> : null}
    </Form>
  );
}
