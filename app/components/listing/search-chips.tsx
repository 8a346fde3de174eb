import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import type { SearchResults } from "#app/models/search/search.ts";

import styles from "./search.module.css";

/** Links to the whole list of a matching department or brand. */
export function SearchChips({
  results,
}: Readonly<{ results: Pick<SearchResults, "categories" | "brands"> }>) {
  const places = [...results.categories, ...results.brands];
  if (places.length === 0) return null;
  return (
    <nav className={styles.chips} aria-label="Matching departments and brands">
      <span className="sm muted" aria-hidden="true">
        Go to:
      </span>
      <ul className={styles.chipList}>
        {places.map(({ name, path }) => (
          <li key={path}>
            <Link className={styles.chip} to={path} prefetch="intent">
              {name}
              <Icon name="right" size="small" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
