import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";

import styles from "./filter-chips.module.css";
import type { ListingFilters } from "./filter-form.tsx";
import { listAddress } from "./list-address.ts";

export type FilterChipsProps = Readonly<{ filters: ListingFilters; path: string }>;

export function FilterChips({ filters, path }: FilterChipsProps) {
  const { applied, promoted, hiddenFields } = filters;
  if (applied.length + promoted.length === 0) return null;
  return (
    <div className="column gap-3 below-7">
      {applied.length > 0 ? (
        <ul className="cluster" aria-label="Filters applied">
          {applied.map(({ label, params }) => (
            <li key={label}>
              <Link
                className={`pill small-pill ${styles.chosen}`}
                to={listAddress(path, [...params, ...hiddenFields])}
                rel="nofollow"
                preventScrollReset
              >
                <span className="visually-hidden">Remove filter: </span>
                {label}
                <Icon name="close" size="small" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              className={`pill small-pill ${styles.clear}`}
              to={listAddress(path, hiddenFields)}
              preventScrollReset
            >
              Clear all
            </Link>
          </li>
        </ul>
      ) : null}
      {promoted.length > 0 ? (
        <ul className="cluster" aria-label="Popular filters">
          {promoted.map(({ label, count, params }) => (
            <li key={label}>
              <Link
                className={`pill small-pill ${styles.add}`}
                to={listAddress(path, [...params, ...hiddenFields])}
                rel="nofollow"
                preventScrollReset
              >
                <Icon name="plus" size="small" />
                <span>
                  <span className="visually-hidden">Show only: </span>
                  {label} <span className="muted">{count}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
