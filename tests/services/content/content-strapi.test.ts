import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { strapiSource } from "#app/services/content/content-strapi.server.ts";
import { checkStrapi } from "#app/services/content/strapi-check.server.ts";
import { STRAPI_LIMITS } from "#app/services/content/strapi-client.server.ts";
import {
  article,
  articleIdOf,
  CMS_ORIGIN,
  DRAFT,
  fillStrapi,
  page,
} from "#tests/support/vendors/strapi-entries.ts";
import { type FakeStrapi, startStrapi, STRAPI_TOKEN } from "#tests/support/vendors/strapi.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

describe.each([4, 5] as const)("Strapi %i", (version) => {
  let strapi: FakeStrapi;
  let clock = 0;

  beforeEach(async () => {
    clock = 0;
    strapi = await startStrapi(version);
  });
  afterEach(() => strapi.stop());

  const settings = (more = {}) =>
    ({ provider: "strapi", url: strapi.url, token: STRAPI_TOKEN, version, ...more }) as const;
  const source = (more = {}) =>
    strapiSource(settings(more), {
      imageOrigins: [CMS_ORIGIN],
      limits: { ...STRAPI_LIMITS, tryMs: 10_000, connectMs: 10_000, now: () => clock },
      now: () => NOW,
    });

  test("an article has the values of its fields", async () => {
    strapi.articles.push(article(1));

    const [found] = (await source().read()).articles;

    expect(found).toEqual({
      id: articleIdOf(version, 1),
      slug: "article-1",
      section: { slug: "play", name: "Play" },
      title: "Article 1",
      excerpt: "What article 1 is about.",
      author: "Ruth Ashdown",
      publishedOn: "2026-11-02",
      changedOn: "2026-11-18",
      readingMinutes: 1,
      image: {
        file: `${CMS_ORIGIN}/uploads/cover.jpg`,
        alt: "A stack of blocks",
        width: 1600,
        height: 1000,
      },
      tags: ["wood", "Open-ended"],
      html: [
        "<p>Words.</p>",
        '<h2 id="part-one">One</h2>\n<p>A.</p>',
        '<h2 id="part-two">Two</h2>\n<p>B.</p>',
        '<h2 id="part-three">Three</h2>\n<p>C.</p>',
      ].join("\n"),
      contents: [
        { id: "part-one", title: "One" },
        { id: "part-two", title: "Two" },
        { id: "part-three", title: "Three" },
      ],
      relatedProducts: ["rainbow-stacker"],
      pageTitle: "Article 1",
      metaDescription: "What article 1 is about.",
    });
  });

  test("every page of a collection is read, each entry once, without any visitor's data in the request", async () => {
    for (let id = 1; id <= 120; id += 1) strapi.articles.push(article(id));

    const { articles } = await source().read();

    expect(new Set(articles.map(({ id }) => id)).size).toBe(120);
    const requested = strapi.requests.filter(({ url }) => url.pathname === "/api/articles");
    expect(requested.map(({ url }) => url.searchParams.get("pagination[page]"))).toEqual(["1", "2", "3"]);
    for (const { method, url, authorization } of strapi.requests) {
      expect([method, authorization]).toEqual(["GET", `Bearer ${STRAPI_TOKEN}`]);
      expect(
        [...url.searchParams.keys()].filter((key) => !/^(?:populate|sort|pagination)/.test(key)),
      ).toEqual([version === 4 ? "publicationState" : "status"]);
    }
  });

  test("a draft is not shown, even if the server ignores the filter or its version is set wrongly", async () => {
    fillStrapi(strapi);
    // A draft that the server lets through, a date that is no date, and one that is still to come.
    strapi.articles.push({ ...DRAFT, id: 97, documentId: "x97", publishedAt: "soon" });
    strapi.articles.push({ ...DRAFT, id: 98, documentId: "x98", publishedAt: "2027-01-01T00:00:00.000Z" });

    const { articles, pages } = await source().read();
    const requested = strapi.requests.map(({ url }) => url.search).join();
    const mistaken = await source({ version: version === 4 ? 5 : 4 }).read();

    expect(mistaken.articles).toHaveLength(3);
    expect(articles.map(({ title }) => title)).toEqual(["Article 3", "Article 2", "Article 1"]);
    expect(pages.map(({ slug }) => slug)).toEqual(["terms", "about"]);
    expect(requested).not.toMatch(/preview|draft/);
  });

  test("rich text as blocks becomes the same HTML as Markdown", async () => {
    const words = (text: string, more = {}) => ({ type: "text", text, ...more });
    const item = (text: string) => ({ type: "list-item", children: [words(text)] });
    strapi.pages.push(
      page(1, {
        body: [
          { type: "heading", level: 2, children: [words("Sizes & weights")] },
          {
            type: "paragraph",
            children: [
              words("A "),
              words("bold", { bold: true, italic: true }),
              words(" <word>\nand "),
              { type: "link", url: "https://nhs.uk", children: [words("a link")] },
            ],
          },
          {
            type: "list",
            format: "ordered",
            children: [item("one"), { type: "list", format: "unordered", children: [item("in")] }],
          },
          { type: "quote", children: [words("Count the steps.")] },
          { type: "code", children: [words("a < b")] },
          {
            type: "image",
            image: { url: `${CMS_ORIGIN}/a.jpg`, alternativeText: 'a "b"', width: 8, height: 6 },
          },
          { type: "image", image: { url: "https://spy.example/a.gif", width: 1, height: 1 } },
          { type: "script", children: [words("alert(1)")] },
          { type: "link", url: "javascript:alert(1)", children: [words("no")] },
        ],
      }),
    );

    const [found] = (await source().read()).pages;

    expect(found?.html).toBe(
      [
        "<h2>Sizes &amp; weights</h2>",
        "<p>A <strong><em>bold</em></strong> &lt;word&gt;<br />and ",
        '<a href="https://nhs.uk" rel="noopener external">a link</a></p>',
        "<ol><li>one<ul><li>in</li></ul></li></ol>",
        "<blockquote><p>Count the steps.</p></blockquote>",
        "<pre><code>a &lt; b</code></pre>",
        `<img alt="a &quot;b&quot;" src="/image/remote?src=${encodeURIComponent(`${CMS_ORIGIN}/a.jpg`)}&amp;w=1024" `,
        'width="8" height="6" loading="lazy" /><a>no</a>',
      ].join(""),
    );
  });

  test("images are shown from listed hosts only, through the shop's own address", async () => {
    const covers = [
      { url: "https://elsewhere.example/a.jpg" },
      { url: "http://cms.example/a.jpg" },
      { url: "/uploads/relative.jpg" },
      { url: "data:image/svg+xml;base64,PHN2Zz4=" },
      { url: `${CMS_ORIGIN}/a.svg`, mime: "image/svg+xml" },
      { url: "https://user:word@cms.example/a.jpg" },
    ];
    for (const [at, cover] of covers.entries()) {
      const size = { width: 10, height: 10 };
      const medium = { id: 3, documentId: "m", alternativeText: null, ...size, mime: "image/jpeg" };
      strapi.articles.push(article(at + 1, { cover: { ...medium, ...cover } }));
    }
    strapi.articles.push(article(50, { cover: null }));
    strapi.articles.push(
      article(51, { body: `![a](${CMS_ORIGIN}/in.png) ![b](/uploads/b.png) ![c](https://x.example/c.png)` }),
    );

    const { articles } = await source().read();
    const last = articles.find(({ slug }) => slug === "article-51");

    for (const { slug, image } of articles)
      if (slug !== "article-51") expect([slug, image.file]).toEqual([slug, "banners/blog.jpg"]);
    expect(last?.html.match(/<img/g)).toHaveLength(1);
    expect(last?.html).toContain(
      `src="/image/remote?src=${encodeURIComponent(`${CMS_ORIGIN}/in.png`)}&amp;w=1024"`,
    );
  });

  test("an entry with a mistake is left out and reported, and the others are shown", async () => {
    strapi.articles.push(article(1), article(2, { title: " " }), article(3, { body: null }));
    strapi.articles.push(article(4, { slug: "No Slug" }), article(5, { body: "x".repeat(200_001) }));

    const { articles, problems } = await source().read();

    expect(articles.map(({ slug }) => slug)).toEqual(["article-1"]);
    expect(problems).toHaveLength(4);
    expect(problems.join("\n")).toContain(`article ${articleIdOf(version, 2)}: title must not be empty`);
    expect(problems.join("\n")).toContain("slug must be lower-case words joined by hyphens");
  });

  test("an article needs only a title, a slug and a text", async () => {
    const fields = { title: "Bare", slug: "bare", body: "Only this." };
    strapi.articles.push({ ...article(1), fields });

    const [found] = (await source().read()).articles;

    expect(found).toMatchObject({
      section: { slug: "blog", name: "Journal" },
      excerpt: "Only this.",
      author: "The shop",
      tags: [],
      relatedProducts: [],
    });
  });

  test("one failure is retried at once, and no more than once", async () => {
    fillStrapi(strapi);
    let stumbles = 0;
    strapi.misbehave((response) => {
      stumbles += 1;
      strapi.misbehave(null);
      response.writeHead(502).end("Bad gateway");
    });

    const { articles } = await source().read();

    expect([stumbles, articles.length]).toEqual([1, 3]);
  });

  test("a refusal is not retried, and is reported in the server's own words", async () => {
    const reading = source({ token: "another-token-than-that" }).read();

    await expect(reading).rejects.toMatchObject({
      status: 401,
      name: "UnauthorizedError",
      message: "Missing or invalid credentials",
    });
    expect(strapi.requests).toHaveLength(1);
  });

  test("after five failures in a row the server is not called for half a minute", async () => {
    fillStrapi(strapi);
    strapi.misbehave((response) => response.writeHead(500).end());
    const { read } = source();
    for (let time = 0; time < 3; time += 1) await read().catch(() => undefined);
    const requests = strapi.requests.length;

    strapi.misbehave(null);
    await expect(read()).rejects.toMatchObject({ problem: "left-alone" });
    expect([requests, strapi.requests.length]).toEqual([5, 5]);
    clock += 30_001;

    expect((await read()).articles).toHaveLength(3);
  });

  test("the content check reports what is right and what is not", async () => {
    fillStrapi(strapi);
    strapi.articles.push(article(4, { title: "" }), article(5, { cover: null }));

    const well = await checkStrapi(settings({ version: null }), [CMS_ORIGIN]);
    strapi.allowWriting();
    const writer = await checkStrapi(settings(), [CMS_ORIGIN]);
    const wrong = await checkStrapi(settings({ token: "another-token-than-that" }), []);

    expect(well.map(({ verdict, what, words }) => `${verdict} ${what}: ${words}`)).toEqual([
      `ok server: ${strapi.url}, Strapi ${version}`,
      "ok token: may only read",
      "ok articles: 4",
      "ok pages: 2",
      "warn images: 1 articles have none that may be shown: is the host in IMAGE_DOMAINS?",
      `warn left out: article ${articleIdOf(version, 4)}: title must not be empty`,
    ]);
    const many = "may do more than read: make a read-only one";
    expect(writer[1]).toEqual({ what: "token", verdict: "warn", words: many });
    const refusal = "401 UnauthorizedError: Missing or invalid credentials (STRAPI_TOKEN is not taken)";
    expect(wrong).toEqual([{ what: "server", verdict: "fail", words: refusal }]);
  });
});
