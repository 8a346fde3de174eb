import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import type { ArticleSummary, HomeContent } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./home.module.css";

export type HomeBlogProps = Readonly<{
  blog: HomeContent["blog"];
  articles: ReadonlyArray<ArticleSummary>;
}>;

export function HomeBlog({ blog, articles }: HomeBlogProps) {
  if (articles.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="blog">
      <div className="row-head">
        <div>
          <h2 className="d-lg" id="blog">
            {blog.title}
          </h2>
          <p className="muted">{blog.text}</p>
        </div>
        <Link className="link link-arrow" to={paths.blog()} prefetch="intent">
          All articles
          <Icon name="arrow" size="small" />
        </Link>
      </div>
      <ul className={styles.blog}>
        {articles.map((article) => (
          <li key={article.id}>
            <Link
              className={styles.post}
              to={paths.article(article.section.slug, article.id)}
              prefetch="intent"
            >
              <span className={styles.photo}>
                <ShopImage image={article.image} alt="" sizes={IMAGE_SIZES.blog} />
              </span>
              <h3 className="d-sm">{article.title}</h3>
              <p className="muted">{article.excerpt}</p>
              <p className="xs muted">{article.readingMinutes}-minute read</p>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
