import { Link } from "@remix-run/react";

import { topicsOf } from "#app/models/content/blog.ts";
import type { Article } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

export function ArticleTopics({ article }: Readonly<{ article: Pick<Article, "section" | "tags"> }>) {
  return (
    <nav className="above-10" aria-label="Article topics">
      <ul className="cluster">
        {topicsOf(article).map(({ slug, name }) => (
          <li key={slug}>
            <Link className="pill" to={paths.blog({ tag: slug })}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
