import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ArticleSummary } from "#app/models/content/content.ts";
import { longDay } from "#app/models/shared/local-date.ts";

import styles from "./article-head.module.css";

export type ArticleHeadProps = Readonly<{ article: ArticleSummary; locale: string }>;

export function ArticleHead({ article, locale }: ArticleHeadProps) {
  return (
    <>
      <header className={`centre ${styles.head}`}>
        <h1 className="d-xl">{article.title}</h1>
        <p className="lead">{article.excerpt}</p>
        <p className="sm muted">
          By {article.author},{" "}
          <time dateTime={article.publishedOn}>{longDay(article.publishedOn, locale)}</time>.{" "}
          {article.readingMinutes}-minute read
        </p>
      </header>
      <div className={`filled ${styles.image}`}>
        <ShopImage image={article.image} sizes="(min-width: 1440px) 1344px, 100vw" priority />
      </div>
    </>
  );
}
