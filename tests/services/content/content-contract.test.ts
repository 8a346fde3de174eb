/** What the shop may expect of its content, wherever it comes from. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ContentPort } from "#app/services/content/content-port.ts";
import { embeddedContent } from "#app/services/content/content-embedded.server.ts";
import { cachedContent, REFRESH_MS } from "#app/services/content/cached-content.server.ts";
import { strapiSource } from "#app/services/content/content-strapi.server.ts";
import { CMS_ORIGIN, fillStrapi } from "#tests/support/vendors/strapi-entries.ts";
import { type FakeStrapi, startStrapi, STRAPI_TOKEN } from "#tests/support/vendors/strapi.ts";

const own = () => embeddedContent("content", { firstDay: async () => new Date("2026-11-21T10:00:00Z") });

let at = Date.parse("2026-11-21T10:00:00Z");

function fromStrapi({ url }: FakeStrapi, version: 4 | 5 | null): ContentPort {
  const settings = { provider: "strapi", url, token: STRAPI_TOKEN, version } as const;
  const source = strapiSource(settings, {
    imageOrigins: [CMS_ORIGIN],
    now: () => new Date("2026-11-21T10:00:00Z"),
  });
  return cachedContent({
    now: () => new Date(at),
    source,
    copy: { load: async () => null, save: async () => undefined },
    own: own(),
  });
}

const four = { name: "Strapi 4", version: 4 } as const;
const five = { name: "Strapi 5", version: 5 } as const;

describe.each([
  { name: "the repository", version: null, isReported: false },
  { ...four, isReported: true },
  { ...four, isReported: false },
  { ...five, isReported: true },
  { ...five, isReported: false },
])("content of $name, with its version set: $isReported", ({ version, isReported }) => {
  let strapi: FakeStrapi | null = null;
  let content: ContentPort;

  beforeAll(async () => {
    if (version) {
      strapi = await startStrapi(version);
      fillStrapi(strapi);
    }
    content = strapi ? fromStrapi(strapi, isReported ? strapi.version : null) : own();
  });
  afterAll(() => strapi?.stop());

  test("is current, with all its articles and pages, and without problems", async () => {
    expect(await content.isCurrent()).toBe(true);
    const [articles, pages] = strapi ? [3, 2] : [8, 14];

    expect(await content.state()).toMatchObject({ articles, pages, isCurrent: true, problems: [] });
  });

  test("has its articles newest first, each complete and found by its own id", async () => {
    const articles = await content.listArticles();

    expect(articles.length).toBeGreaterThan(2);
    const days = articles.map(({ publishedOn }) => publishedOn);
    expect(days).toEqual([...days].sort().reverse());
    for (const article of articles) {
      expect(article.id).toMatch(/^[A-Za-z0-9]{1,40}$/);
      expect(article.section.slug).toMatch(/^[a-z-]+$/);
      expect(article.publishedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(article.changedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(article.readingMinutes).toBeGreaterThan(0);
      expect(article.image.width).toBeGreaterThan(0);
      expect(article.html).not.toMatch(/<h1|<script|undefined/);
      expect(article.contents.length).toBeGreaterThan(2);
      for (const { id } of article.contents) expect(article.html).toContain(`<h2 id="${id}">`);
      expect(await content.findArticle(article.id)).toEqual(article);
    }
  });

  test("has its information pages, among them those that the shop links to", async () => {
    const pages = await content.listPages();
    const slugs = pages.map(({ slug }) => slug);

    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs).toEqual(expect.arrayContaining(["contact-us", "delivery-and-return", "privacy", "about"]));
    for (const page of pages) expect(await content.findPage(page.slug)).toEqual(page);
  });

  test("has no unknown page or article, and the texts of the home page", async () => {
    expect(await content.findArticle("nothing")).toBeNull();
    expect(await content.findPage("__proto__")).toBeNull();
    expect((await content.home()).hero.heading).toBe("Made to be passed on");
  });

  test("stays the same object while nothing changes, so that nothing is indexed twice", async () => {
    const [articles, pages] = [await content.listArticles(), await content.listPages()];

    at += REFRESH_MS;
    await content.refresh();

    expect(await content.listArticles()).toBe(articles);
    expect(await content.listPages()).toBe(pages);
  });
});
