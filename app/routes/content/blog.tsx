/** /blog: every article, newest first. */
import { json } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { JournalGrid } from "#app/components/content/journal-grid.tsx";
import styles from "#app/components/content/journal-page.module.css";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { pageMeta } from "#app/http/meta.ts";
import { shopOrigin } from "#app/http/origin.server.ts";
import { findHomeContent, listArticles } from "#app/models/content.server.ts";
import { findStore } from "#app/models/store.server.ts";
import { paths } from "#app/paths.ts";

/** Articles beside and with the large one; the rest follow in rows of three. */
const FIRST_GROUP = 5;

export async function loader() {
  const [articles, home, store] = await Promise.all([listArticles(), findHomeContent(), findStore()]);
  return json({
    articles,
    text: home.journal.text,
    meta: pageMeta({
      title: "The journal",
      description: home.journal.text,
      canonicalPath: paths.blog(),
      origin: shopOrigin(),
      storeName: store.name,
    }),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Blog() {
  const { articles, text } = useLoaderData<typeof loader>();
  const rest = articles.slice(FIRST_GROUP);
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={[{ name: "Journal", path: null }]} />
      <div className={styles.head}>
        <h1 className="d-xl">The journal</h1>
        <p className="lead">{text}</p>
      </div>
      <JournalGrid articles={articles.slice(0, FIRST_GROUP)} level={2} hasLead />
      {rest.length > 0 ? (
        <div className={styles.rest}>
          <JournalGrid articles={rest} level={2} />
        </div>
      ) : null}
    </div>
  );
}
