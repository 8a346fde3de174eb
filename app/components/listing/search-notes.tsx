import { Link } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon.tsx";
import type { SearchResults } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";
import styles from "./search.module.css";

/** Ages and prices recognised in the query, each removable. */
export function SearchUnderstood({ filters }: Pick<SearchResults, "filters">) {
  if (filters.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label="Filters from your search">
      <span className="sm muted" aria-hidden="true">
        Showing only:
      </span>
      <ul className={styles.chipList}>
        {filters.map(({ text, without }) => (
          <li key={text}>
            <Link className={`${styles.chip} ${styles.applied}`} to={paths.search(without)}>
              <span className="visually-hidden">Remove filter: </span>
              {text}
              <Icon name="close" size="small" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SearchPages({ pages }: Pick<SearchResults, "pages">) {
  if (pages.length === 0) return null;
  return (
    <section className={styles.places} aria-labelledby="search-pages">
      <h2 className="d-md" id="search-pages">
        Help and information
      </h2>
      <ChipLinks places={pages} />
    </section>
  );
}

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
      <ChipLinks places={places} />
    </nav>
  );
}

function ChipLinks({
  places,
}: Readonly<{ places: ReadonlyArray<Readonly<{ name: string; path: string }>> }>) {
  return (
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
  );
}
