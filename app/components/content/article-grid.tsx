import { Link } from "@remix-run/react";

import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import type { ArticleSummary } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./article-grid.module.css";

export type ArticleGridProps = Readonly<{
  articles: ReadonlyArray<ArticleSummary>;
  level: 2 | 3;
  hasLead?: boolean;
}>;

export function ArticleGrid({ articles, level, hasLead = false }: ArticleGridProps) {
  return (
    <ul className={`${styles.blog} ${hasLead ? styles.withLead : ""}`}>
      {articles.map((article, index) => (
        <li key={article.id}>
          <Post article={article} level={level} place={hasLead ? (index === 0 ? "lead" : "beside") : "row"} />
        </li>
      ))}
    </ul>
  );
}

type Place = "lead" | "beside" | "row";

const SIZES = {
  lead: "(min-width: 1024px) 48vw, 93vw",
  beside: "(min-width: 1024px) 23vw, (min-width: 768px) 46vw, 92vw",
  row: IMAGE_SIZES.blog,
} as const satisfies Record<Place, string>;

type PostProps = Readonly<{ article: ArticleSummary; level: 2 | 3; place: Place }>;

function Post({ article, level, place }: PostProps) {
  const isLead = place === "lead";
  const Heading = `h${level}` as const;
  return (
    <article>
      <Link className={styles.post} to={paths.article(article.section.slug, article.id)} prefetch="intent">
        <span className={`photo ${styles.photo}`}>
          <ShopImage image={article.image} alt="" sizes={SIZES[place]} priority={isLead} />
        </span>
        <Heading className={isLead ? "d-lg" : "d-sm"}>{article.title}</Heading>
        <p className="muted above-1">{article.excerpt}</p>
        <span className="xs muted block above-2">{article.readingMinutes}-minute read</span>
      </Link>
    </article>
  );
}
