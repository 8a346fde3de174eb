import { expect, test } from "vitest";

import { plainText, readingMinutes, withAnchors, wordSlug } from "#app/models/content/article-html.ts";
import { blogFeedText } from "#app/models/content/blog-feed.ts";
import {
  ARTICLES_PER_PAGE,
  findTopic,
  blogPage,
  neighboursOf,
  offeredTopics,
  topicsOf,
} from "#app/models/content/blog.ts";
import type { ArticleSummary } from "#app/models/content/content.ts";

const CARE = { slug: "care", name: "Care and repair" };
const SAFETY = { slug: "safety", name: "Safety" };

function article(id: string, more: Partial<ArticleSummary> = {}): ArticleSummary {
  return {
    id,
    slug: `article-${id}`,
    section: CARE,
    title: `Article ${id}`,
    excerpt: "About it.",
    author: "Ruth",
    publishedOn: "2026-11-12",
    readingMinutes: 3,
    image: { file: "blog/a.jpg", alt: "", width: 1600, height: 1000 },
    tags: [],
    ...more,
  };
}

test("every heading has an anchor of its own that no script or form uses", () => {
  const { html, contents } = withAnchors(
    "<h2>Sizes &amp; <em>weights</em></h2><p>a</p><h2>Sizes &amp; weights</h2><h2>你好</h2><h2> </h2><h3>Deeper</h3>",
  );

  expect(contents).toEqual([
    { id: "part-sizes-weights", title: "Sizes & weights" },
    { id: "part-sizes-weights-2", title: "Sizes & weights" },
    { id: "part-text", title: "你好" },
  ]);
  expect(html).toBe(
    '<h2 id="part-sizes-weights">Sizes &amp; <em>weights</em></h2><p>a</p>' +
      '<h2 id="part-sizes-weights-2">Sizes &amp; weights</h2><h2 id="part-text">你好</h2><h2> </h2><h3>Deeper</h3>',
  );
});

test("reading time is computed at 220 words a minute, and is at least one minute", () => {
  expect(readingMinutes("<p></p>")).toBe(1);
  expect(readingMinutes(`<p>${"word ".repeat(220)}</p>`)).toBe(1);
  expect(readingMinutes(`<p>${"word ".repeat(221)}</p>`)).toBe(2);
});

test("plain text contains no HTML, and a slug only plain words", () => {
  expect(plainText("<p>a &lt;b&gt; &amp;amp; &quot;c&quot;</p><p>d</p>")).toBe('a <b> &amp; "c" d');
  expect(wordSlug("Dolls’ houses, for Zoë!")).toBe("dolls-houses-for-zoe");
  expect(wordSlug("…")).toBe("");
});

test("an article's topics are its section and its tags, each once", () => {
  const about = { section: SAFETY, tags: ["safety", "EN 71", "…"] };

  expect(topicsOf(about)).toEqual([SAFETY, { slug: "en-71", name: "EN 71" }]);
});

test("sections are offered before tags, those with most articles first, and a tag of one article is left out", () => {
  const articles = [
    article("1", { section: SAFETY, tags: ["EN 71", "wood"] }),
    article("2", { tags: ["EN 71", "care"] }),
    article("3", { tags: ["oil"] }),
  ];

  expect(offeredTopics(articles).map(({ name }) => name)).toEqual(["Care and repair", "Safety", "EN 71"]);
  expect(findTopic(articles, "oil")).toEqual({ slug: "oil", name: "Oil" });
  expect(findTopic(articles, "care")).toEqual(CARE);
  expect(findTopic(articles, "nothing")).toBeNull();
});

test("the blog has pages of eleven, and no page beyond the last", () => {
  const articles = Array.from({ length: ARTICLES_PER_PAGE + 1 }, (_, place) => place);

  expect(blogPage(articles, 1)).toEqual({ articles: articles.slice(0, 11), page: 1, pageCount: 2 });
  expect(blogPage(articles, 2)).toEqual({ articles: [11], page: 2, pageCount: 2 });
  expect(blogPage(articles, 3)).toBeNull();
  expect(blogPage(articles, 0)).toBeNull();
  expect(blogPage([], 1)).toEqual({ articles: [], page: 1, pageCount: 1 });
});

test("an article's neighbours are the older one before it and the newer one after it", () => {
  const [newest, middle, oldest] = [article("3"), article("2"), article("1")];
  const articles = [newest, middle, oldest];

  expect(neighboursOf(articles, "2")).toEqual({ previous: oldest, next: newest });
  expect(neighboursOf(articles, "3")).toEqual({ previous: middle, next: null });
  expect(neighboursOf(articles, "1")).toEqual({ previous: null, next: middle });
  expect(neighboursOf(articles, "9")).toEqual({ previous: null, next: null });
});

test("the feed names every article with its address, day and topics, and escapes all text", () => {
  const articles = [article("2", { title: "Oil & <wood>", tags: ["oil"] }), article("1")];
  const text = blogFeedText(articles, {
    title: "Hollybough: the journal",
    description: "On play.",
    language: "en-GB",
    address: "https://shop.example/blog",
    feedAddress: "https://shop.example/feeds/blog.xml",
    articleAddress: ({ id }) => `https://shop.example/blog/care/${id}`,
    articleGuid: ({ id }) => `https://shop.example/blog/${id}`,
  });

  expect(text).toContain('<?xml version="1.0" encoding="UTF-8"?>');
  expect(text).toContain(
    "<title>Oil &amp; &lt;wood&gt;</title><link>https://shop.example/blog/care/2</link>",
  );
  expect(text).toContain("<pubDate>Thu, 12 Nov 2026 00:00:00 GMT</pubDate>");
  expect(text).toContain("<category>Care and repair</category><category>oil</category>");
  expect(text).toContain('<atom:link href="https://shop.example/feeds/blog.xml" rel="self"');
  expect(text).toContain("<guid>https://shop.example/blog/2</guid>");
  expect(text.match(/<item>/g)).toHaveLength(2);
});
