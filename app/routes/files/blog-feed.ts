import { shopOrigin } from "#app/http/request/origin.server.ts";
import { requireContent } from "#app/http/request/require-content.server.ts";
import { XML_HEADERS } from "#app/http/response/xml.server.ts";
import { blogFeedText } from "#app/models/content/blog-feed.ts";
import { findHomeContent, listArticles } from "#app/models/content/content.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

export async function loader() {
  await requireContent();
  const [articles, home, store] = await Promise.all([listArticles(), findHomeContent(), findStore()]);
  const absolute = (path: string) => new URL(path, shopOrigin()).href;
  const text = blogFeedText(articles, {
    title: `${store.name}: the journal`,
    description: home.blog.text,
    language: store.locale,
    address: absolute(paths.blog()),
    feedAddress: absolute(paths.blogFeed()),
    articleAddress: ({ section, id }) => absolute(paths.article(section.slug, id)),
    articleGuid: ({ id }) => absolute(`${paths.blog()}/${id}`),
  });
  return new Response(text, {
    headers: { ...XML_HEADERS, "Content-Type": "application/rss+xml; charset=utf-8" },
  });
}
