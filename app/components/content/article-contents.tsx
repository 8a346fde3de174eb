import type { Article } from "#app/models/content/content.ts";

import styles from "./article-contents.module.css";

const WORTHWHILE = 3;

export function ArticleContents({ contents }: Pick<Article, "contents">) {
  if (contents.length < WORTHWHILE) return null;
  return (
    <nav className="panel below-10" aria-labelledby="contents">
      <h2 className="label" id="contents">
        In this article
      </h2>
      <ol className={styles.list}>
        {contents.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
