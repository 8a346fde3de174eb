import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import type { Neighbours } from "#app/models/content/blog.ts";
import type { ArticleSummary } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./article-neighbours.module.css";

export function ArticleNeighbours({ previous, next }: Neighbours) {
  if (!previous && !next) return null;
  return (
    <nav className="beside section-line above-12" aria-label="More articles">
      {previous ? <Way article={previous} rel="prev" /> : <span />}
      {next ? <Way article={next} rel="next" /> : null}
    </nav>
  );
}

type WayProps = Readonly<{ article: ArticleSummary; rel: "prev" | "next" }>;

function Way({ article, rel }: WayProps) {
  const { section, id, title } = article;
  return (
    <Link
      className={styles.way}
      to={paths.article(section.slug, id)}
      rel={rel}
      prefetch="intent"
      data-rel={rel}
    >
      <span className="icon-text sm muted">
        {rel === "prev" ? <Icon name="left" size="small" /> : null}
        {rel === "prev" ? "Previous article" : "Next article"}
        {rel === "next" ? <Icon name="right" size="small" /> : null}
      </span>
      <span className="d-xs block">{title}</span>
    </Link>
  );
}
