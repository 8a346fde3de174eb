import { Link } from "@remix-run/react";

import type { BlogTopic } from "#app/models/content/blog.ts";
import { paths } from "#app/paths.ts";

import styles from "./blog-topics.module.css";

export type BlogTopicsProps = Readonly<{
  topics: ReadonlyArray<BlogTopic>;
  current: BlogTopic | null;
}>;

export function BlogTopics({ topics, current }: BlogTopicsProps) {
  // A topic with one article is shown only while it is selected.
  const isOffered = topics.some(({ slug }) => slug === current?.slug);
  const shown = current && !isOffered ? [...topics, current] : topics;
  if (shown.length === 0) return null;
  return (
    <nav className={`below-10 ${styles.topics}`} aria-label="Topics">
      <ul className={`cluster ${styles.list}`}>
        <li>
          <TopicLink to={paths.blog()} name="Everything" isCurrent={current === null} />
        </li>
        {shown.map(({ slug, name }) => (
          <li key={slug}>
            <TopicLink to={paths.blog({ tag: slug })} name={name} isCurrent={slug === current?.slug} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TopicLinkProps = Readonly<{ to: string; name: string; isCurrent: boolean }>;

function TopicLink({ to, name, isCurrent }: TopicLinkProps) {
  return (
    <Link className="pill" to={to} aria-current={isCurrent ? "page" : undefined}>
      {name}
    </Link>
  );
}
