import { Link } from "@remix-run/react";

import { Icon } from "./icon.tsx";
import styles from "./pagination.module.css";

export type PaginationProps = Readonly<{
  /** From 1. */
  page: number;
  pageCount: number;
  href: (page: number) => string;
  label?: string;
}>;

export function Pagination({ page, pageCount, href, label = "Pages" }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={label}>
      {page > 1 ? (
        <Link className={styles.wide} to={href(page - 1)} rel="prev" prefetch="intent">
          <Icon name="left" size="small" />
          Previous
        </Link>
      ) : null}
      {pageSlots(page, pageCount).map((slot) =>
        slot === "gap before" || slot === "gap after" ? (
          <span key={slot} className={styles.number} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={slot}
            className={styles.number}
            to={href(slot)}
            aria-label={`Page ${slot}`}
            aria-current={slot === page ? "page" : undefined}
          >
            {slot}
          </Link>
        ),
      )}
      <span className={styles.of}>{`Page ${page} of ${pageCount}`}</span>
      {page < pageCount ? (
        <Link className={styles.wide} to={href(page + 1)} rel="next" prefetch="intent">
          Next
          <Icon name="right" size="small" />
        </Link>
      ) : null}
    </nav>
  );
}

type Slot = number | "gap before" | "gap after";

export function pageSlots(page: number, pageCount: number): ReadonlyArray<Slot> {
  const from = page - 1 <= 3 ? 1 : page - 1;
  const to = pageCount - page <= 3 ? pageCount : page + 1;
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [
    ...(from > 1 ? ([1, "gap before"] as const) : []),
    ...middle,
    ...(to < pageCount ? (["gap after", pageCount] as const) : []),
  ];
}
