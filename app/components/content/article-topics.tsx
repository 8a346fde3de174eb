import { Link } from "@remix-run/react";

import { topicsOf } from "#app/models/content/blog.ts";
import type { Article } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./blog-topics.module.css";

export function ArticleTopics({ article }: Readonly<{ article: Pick<Article, "section" | "tags"> }>) {
  return (
    <nav className={styles.below} aria-label="Article topics">
      <ul className={styles.list}>
        {topicsOf(article).map(({ slug, name }) => (
          <li key={slug}>
            <Link className={styles.topic} to={paths.blog({ tag: slug })}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
