import { Link } from "@remix-run/react";

import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { breadcrumbMarkup } from "#app/models/seo/schema-org.ts";
import { paths } from "#app/paths.ts";
import styles from "./breadcrumbs.module.css";

export type BreadcrumbsProps = Readonly<{
  /** Without "Home"; the last one is the page. */
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
  /** True on pages with noindex. */
  isUnlisted?: boolean;
}>;

export function Breadcrumbs({ crumbs, isUnlisted = false }: BreadcrumbsProps) {
  const origin = useRootData()?.origin;
  const way = [{ name: "Home", path: paths.home() }, ...crumbs];
  return (
    <nav aria-label="Breadcrumb">
      {isUnlisted ? null : (
        <StructuredData
          schemas={import.meta.env.SSR && origin ? [breadcrumbMarkup(way, origin)] : null}
          path={crumbs.map(({ name }) => name).join("/")}
        />
      )}
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
