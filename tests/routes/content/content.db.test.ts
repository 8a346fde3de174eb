import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { loader as rootLoader } from "#app/root.tsx";
import { loader as article } from "#app/routes/content/article.tsx";
import { loader as articleById } from "#app/routes/content/article-by-id.tsx";
import { loader as blog } from "#app/routes/content/blog.tsx";
import { loader as information } from "#app/routes/content/information.tsx";
import { loader as informationIndex } from "#app/routes/content/information-index.tsx";
import { loader as blogFeed } from "#app/routes/files/blog-feed.ts";
import { loader as homeLoader } from "#app/routes/storefront/home.tsx";
import { connectContent, content } from "#app/services/content/content.server.ts";
import { answering } from "#tests/support/people/loader-call.ts";
import { answerOf, requested } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const root = answering(rootLoader);
const home = answering(homeLoader);

useTestDatabase();

const ORIGIN = "http://localhost:3000";

const canonical = (meta: ReadonlyArray<unknown>) =>
  meta.flatMap((tag) =>
    (tag as { rel?: string }).rel === "canonical" ? [(tag as { href: string }).href] : [],
  );

test("the blog lists every article and has its own canonical address", async () => {
  const { articles, meta } = await (await blog(requested("/blog"))).json();

  expect(articles).toHaveLength(8);
  expect(articles[0]).not.toHaveProperty("html");
  expect(canonical(meta)).toEqual([`${ORIGIN}/blog`]);
});

test("an article shows its text, its products and three others", async () => {
  const data = await (await article(requested("/blog/play/5", { slug1: "play", articleId: "5" }))).json();

  expect(data.article.html).toContain('<h2 id="part-around-one">Around one</h2>');
  expect(data.article.contents[0]).toEqual({ id: "part-around-one", title: "Around one" });
  expect(data.products.map(({ name }) => name)[0]).toBe("Rainbow Stacker");
  expect(data.products).toHaveLength(4);
  expect(data.next).toHaveLength(3);
  expect(data.next.map(({ id }) => id)).not.toContain("5");
  expect(canonical(data.meta)).toEqual([`${ORIGIN}/blog/play/5`]);
});

test("an article without its section in the address is the same page, canonical with the section", async () => {
  const data = await (await article(requested("/blog/5", { articleId: "5" }))).json();

  expect(data.article.id).toBe("5");
  expect(canonical(data.meta)).toEqual([`${ORIGIN}/blog/play/5`]);
});

test("an article under a wrong section redirects to the right one", async () => {
  const answer = await answerOf(() => article(requested("/blog/care/5", { slug1: "care", articleId: "5" })));

  expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/blog/play/5"]);
});

test("an article that does not exist is not found", async () => {
  for (const id of ["99", "0", "05", "5.0", "-1", "abc", "5 ", "99999999999999999999"]) {
    const answer = await answerOf(() =>
      article(requested(`/blog/play/${id}`, { slug1: "play", articleId: id })),
    );

    expect(answer.status, id).toBe(404);
    expect(await answer.json()).toMatchObject({ message: `Page Not Found: /blog/play/${id.trim()}` });
  }
});

test("the bare article address redirects to the named article, or to the list", async () => {
  const plain = await answerOf(() => articleById(requested("/blog/article")));
  const named = await answerOf(() => articleById(requested("/blog/article?id=1")));
  const slug = "caring-for-oiled-wood";
  const called = await answerOf(() => articleById(requested(`/blog/article?slug=${slug}`)));
  const unknown = await answerOf(() => articleById(requested("/blog/article?id=77")));

  expect([plain.status, plain.headers.get("Location")]).toEqual([303, "/blog"]);
  expect([named.status, named.headers.get("Location")]).toEqual([303, "/blog/guides/1"]);
  expect([called.status, called.headers.get("Location")]).toEqual([303, "/blog/care/3"]);
  expect(unknown.status).toBe(404);
});

test("the information list names every page", async () => {
  const { pages, meta } = await (await informationIndex()).json();

  expect(pages).toHaveLength(14);
  expect(canonical(meta)).toEqual([`${ORIGIN}/information`]);
});

test("an alias shows the same page with its canonical address", async () => {
  const cases = [
    ["contact", "contact-us"],
    ["contact-us", "contact-us"],
    ["delivery-return", "delivery-and-return"],
    ["delivery-and-return", "delivery-and-return"],
  ] as const;
  for (const [slug, real] of cases) {
    const answer = await information(requested(`/information/${slug}`, { slug }));
    const { page, meta } = await answer.json();

    expect(answer.status).toBe(200);
    expect(page.slug).toBe(real);
    expect(canonical(meta)).toEqual([`${ORIGIN}/information/${real}`]);
  }
});

test("an unknown information page is not found, with any name", async () => {
  for (const slug of ["nothing", "constructor", "__proto__", "..%2Fblog"]) {
    const answer = await answerOf(() => information(requested(`/information/${slug}`, { slug })));

    expect(answer.status, slug).toBe(404);
  }
});

test("an article's products are shown with stock and prices", async () => {
  await db().updateTable("variants").set({ on_hand: 0 }).where("sku", "like", "HB-0101-%").execute();
  await bumpCatalogueVersion();

  const { products } = await (
    await article(requested("/blog/play/5", { slug1: "play", articleId: "5" }))
  ).json();

  expect(products.length).toBeGreaterThan(2);
  expect(products.map(({ name }) => name)).not.toContain("Rainbow Stacker");
  for (const { stock, price } of products) {
    expect(["in-stock", "low-stock"]).toContain(stock);
    expect(price.now.minor).toBeGreaterThan(0);
  }
});

test("an article links to the one before it and the one after it", async () => {
  const at = async (id: string) =>
    (await (await article(requested(`/blog/${id}`, { articleId: id }))).json()).neighbours;

  expect((await at("1")).next?.id).toBe("5");
  expect((await at("1")).previous?.id).toBe("4");
  expect((await at("5")).next).toBeNull();
  expect((await at("8")).previous).toBeNull();
});

test("a topic filters the blog, has noindex and links back to the blog", async () => {
  const { articles, topic, meta } = await (await blog(requested("/blog?tag=safety"))).json();
  const missing = await answerOf(() => blog(requested("/blog?tag=nothing")));

  expect(topic).toEqual({ slug: "safety", name: "Safety" });
  expect(articles.length).toBeGreaterThan(1);
  expect(meta).toContainEqual({ name: "robots", content: "noindex" });
  expect(canonical(meta)).toEqual([`${ORIGIN}/blog`]);
  expect(missing.status).toBe(404);
});

test("an unknown page of the blog is not found, and an invalid page number leads to the first", async () => {
  const beyond = await answerOf(() => blog(requested("/blog?page=2")));
  const wrong = await answerOf(() => blog(requested("/blog?page=x&tag=safety")));

  expect(beyond.status).toBe(404);
  expect([wrong.status, wrong.headers.get("Location")]).toEqual([303, "/blog?tag=safety"]);
});

test("blog and articles link to the feed, which contains every article", async () => {
  const list = await (await blog(requested("/blog"))).json();
  const one = await (await article(requested("/blog/5", { articleId: "5" }))).json();
  const feed = await blogFeed();
  const text = await feed.text();

  for (const { meta } of [list, one])
    expect(meta).toContainEqual(
      expect.objectContaining({ type: "application/rss+xml", href: `${ORIGIN}/feeds/blog.xml` }),
    );
  expect(feed.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
  expect(text.match(/<item>/g)).toHaveLength(8);
  expect(text).toContain(`<link>${ORIGIN}/blog/play/5</link><guid>${ORIGIN}/blog/5</guid>`);
});

test("while the content is unavailable its pages answer 503, and the rest of the shop works with the last copy", async () => {
  const known = content();
  connectContent({ ...known, isCurrent: async () => false });
  try {
    const doors = [
      () => blog(requested("/blog")),
      () => article(requested("/blog/5", { articleId: "5" })),
      () => articleById(requested("/blog/article?id=5")),
      () => blogFeed(),
      () => information(requested("/information/about", { slug: "about" })),
      () => informationIndex(),
    ];
    for (const door of doors) {
      const answer = await answerOf(door);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
      expect(await answer.text()).toContain("The rest of the shop is open");
    }
    const start = await (await home(requested("/"))).json();
    const frame = await (await root(requested("/cart"))).json();

    expect(start.articles).toHaveLength(3);
    expect(frame.information.length).toBeGreaterThan(5);
  } finally {
    connectContent(null);
  }
});
