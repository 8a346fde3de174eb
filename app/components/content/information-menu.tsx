import { Link } from "@remix-run/react";

import { showCurrent } from "#app/hooks/show-current.ts";
import type { InformationSummary } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

export type InformationMenuProps = Readonly<{
  pages: ReadonlyArray<InformationSummary>;
  current: string;
}>;

export function InformationMenu({ pages, current }: InformationMenuProps) {
  return (
    <nav aria-label="Information">
      <ul className="nav-pills" ref={showCurrent}>
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={paths.information(slug)} aria-current={slug === current ? "page" : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
