import type { Article } from "#app/models/content/content.ts";

import styles from "./article-contents.module.css";

const WORTHWHILE = 3;

export function ArticleContents({ contents }: Pick<Article, "contents">) {
  if (contents.length < WORTHWHILE) return null;
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 className={styles.title} id="contents">
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
