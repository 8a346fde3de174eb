import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ArticleGrid } from "#app/components/content/article-grid.tsx";
import { BlogTopics } from "#app/components/content/blog-topics.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { requireContent } from "#app/http/request/require-content.server.ts";
import { shopMeta } from "#app/http/response/shop-meta.server.ts";
import { findTopic, blogPage, offeredTopics, topicsOf } from "#app/models/content/blog.ts";
import { findHomeContent, listArticles } from "#app/models/content/content.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { requestedPage } from "#app/routes/catalogue/product-list.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

/** Articles around the large image; the rest follow in rows of three. */
const FIRST_GROUP = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireContent();
  const [all, home, store] = await Promise.all([listArticles(), findHomeContent(), findStore()]);
  const tag = new URL(request.url).searchParams.get("tag");
  const topic = tag ? findTopic(all, tag) : null;
  const chosen = topic
    ? all.filter((article) => topicsOf(article).some(({ slug }) => slug === topic.slug))
    : all;
  const page = blogPage(chosen, requestedPage(request));
  if (!page || (tag && !topic)) throw await elsewhere(request);
  const title = topic ? `${topic.name}, from the journal` : "The journal";
  return json({
    ...page,
    topic,
    topics: offeredTopics(all),
    text: home.blog.text,
    meta: await shopMeta({
      title: page.page > 1 ? `${title}, page ${page.page}` : title,
      description: home.blog.text,
      canonicalPath: paths.blog({ page: topic || page.page === 1 ? null : page.page }),
      // Topics repeat articles of the blog.
      noindex: topic !== null,
      feed: { path: paths.blogFeed(), title: `${store.name}: the journal` },
    }),
  });
}

export default function Blog() {
  const { articles, text, topic, topics, page, pageCount } = useLoaderData<typeof loader>();
  const isFront = page === 1 && !topic && articles.length >= FIRST_GROUP;
  const rest = isFront ? articles.slice(FIRST_GROUP) : articles;
  const crumbs = topic
    ? [
        { name: "Journal", path: paths.blog() },
        { name: topic.name, path: null },
      ]
    : [{ name: "Journal", path: null }];
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={crumbs} isUnlisted={topic !== null} />
      <div className="above-4 below-10">
        <h1 className="d-xl">{topic ? topic.name : "The journal"}</h1>
        <p className="lead above-2">{text}</p>
      </div>
      <BlogTopics topics={topics} current={topic} />
      {isFront ? <ArticleGrid articles={articles.slice(0, FIRST_GROUP)} level={2} hasLead /> : null}
      {rest.length > 0 ? (
        <div className={isFront ? "above-16" : undefined}>
          <ArticleGrid articles={rest} level={2} />
        </div>
      ) : null}
      {articles.length === 0 ? <p>There are no articles here yet.</p> : null}
      <Pagination
        page={page}
        pageCount={pageCount}
        href={(next) => paths.blog({ tag: topic?.slug, page: next > 1 ? next : null })}
      />
      <p className="no-print sm centre above-12">
        <a className="link" href={paths.blogFeed()}>
          Subscribe to the journal by RSS
        </a>
      </p>
    </div>
  );
}
