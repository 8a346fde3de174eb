import { Link } from "@remix-run/react";

import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";
import type { ArticleSummary } from "#app/models/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./journal-grid.module.css";

export type JournalGridProps = Readonly<{
  articles: ReadonlyArray<ArticleSummary>;
  /** Level of the headings. */
  level: 2 | 3;
  /** Gives the first article half the width. */
  hasLead?: boolean;
}>;

/** Articles as pictures with a headline. */
export function JournalGrid({ articles, level, hasLead = false }: JournalGridProps) {
  return (
    <ul className={`${styles.journal} ${hasLead ? styles.withLead : ""}`}>
      {articles.map((article, index) => (
        <li key={article.id}>
          <Post article={article} level={level} isLead={hasLead && index === 0} />
        </li>
      ))}
    </ul>
  );
}

type PostProps = Readonly<{ article: ArticleSummary; level: 2 | 3; isLead: boolean }>;

function Post({ article, level, isLead }: PostProps) {
  const Heading = `h${level}` as const;
  return (
    <article>
      <Link
        className={styles.post}
        to={paths.article(article.section.slug, article.id)}
        prefetch="intent"
      >
        <span className={`photo ${styles.photo}`}>
          <Picture
            picture={article.picture}
            alt=""
            sizes={isLead ? "(min-width: 768px) 48vw, 92vw" : PICTURE_SIZES.journal}
            priority={isLead}
          />
        </span>
        <Heading className={isLead ? "d-lg" : "d-sm"}>{article.title}</Heading>
        <p className={`muted ${styles.excerpt}`}>{article.excerpt}</p>
        <span className={`xs ${styles.time}`}>{article.readingMinutes} minute read</span>
      </Link>
    </article>
  );
}
