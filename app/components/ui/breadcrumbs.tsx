import { Link } from "@remix-run/react";

import { paths } from "#app/paths.ts";
import styles from "./breadcrumbs.module.css";

export type BreadcrumbsProps = Readonly<{
  /** From the top down, without "Home". The last one is the page itself. */
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
}>;

export function Breadcrumbs({ crumbs }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        <li>
          <Link to={paths.home()}>Home</Link>
        </li>
        {crumbs.map(({ name, path }, index) => (
          <li key={`${index} ${name}`}>
            {index < crumbs.length - 1 && path ? (
              <Link to={path}>{name}</Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
