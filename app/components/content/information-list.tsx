import { Link } from "@remix-run/react";

import type { InformationSummary } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

export function InformationList({ pages }: Readonly<{ pages: ReadonlyArray<InformationSummary> }>) {
  const groups = [...new Set(pages.map((page) => page.group))];
  return (
    <div className="column gap-12 above-8">
      {groups.map((group) => (
        <section key={group}>
          <h2 className="d-md">{group}</h2>
          <ul className="beside ruled above-4">
            {pages
              .filter((page) => page.group === group)
              .map(({ slug, title, excerpt }) => (
                <li key={slug}>
                  <Link className="strong" to={paths.information(slug)} prefetch="intent">
                    {title}
                  </Link>
                  <p className="muted">{excerpt}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
