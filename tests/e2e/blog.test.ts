/** The journal in a browser, kept at a content server: walked through, attacked, and left alone by its server. */
import { afterAll, expect, test } from "vitest";

import { HOSTILE_HTML } from "#tests/support/checks/hostile-html.ts";
import { open, taken } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { article, articleIdOf, page as textPage } from "#tests/support/vendors/strapi-entries.ts";
import { type FakeStrapi, startStrapi, STRAPI_TOKEN } from "#tests/support/vendors/strapi.ts";

/** An unclosed style swallows what follows, so it stands last. */
const ATTACKS = [...HOSTILE_HTML].sort((a, b) => Number(swallows(a)) - Number(swallows(b)));
const HOSTILE = articleIdOf(5, 1);

let strapi: FakeStrapi;

function swallows(attack: string): boolean {
  return attack.endsWith("<style></math><img src onerror=hit(1)>");
}

const shop = useShop(async () => {
  strapi = await startStrapi(5);
  const body = ATTACKS.map((attack, at) => `## Part ${at}\n\n${attack}\n\nSurvivor ${at}.`).join("\n\n");
  const words = "</script><img src=x onerror=hit(1)>";
  strapi.articles.push(
    article(1, {
      title: `Hostile ${words}`,
      slug: "hostile",
      excerpt: words,
      author: words,
      tags: [words],
      page_title: `Hostile ${words}`,
      meta_description: `">${words}`,
      body,
      cover: null,
    }),
  );
  strapi.articles.push(
    article(2, { title: "Oiling", cover: null }),
    article(3, { title: "Mending", cover: null }),
  );
  strapi.pages.push(textPage(1, { title: "About our people" }));
  return { env: { CONTENT_PROVIDER: "strapi", STRAPI_URL: strapi.url, STRAPI_TOKEN } };
});

afterAll(() => strapi.stop());

test("hostile text from an editor's account neither runs, redirects nor breaks the page, even without a content security policy", async () => {
  const { page } = await visit("on", { bypassCSP: true });
  const strangers: Array<string> = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.origin) && !request.url().startsWith("data:"))
      strangers.push(request.url());
  });
  await page.addInitScript(() => {
    const watched = window as unknown as { hits: number; hit: () => void };
    watched.hits = 0;
    watched.hit = () => (watched.hits += 1);
  });
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, `/blog/play/${HOSTILE}`);
  const hits = () => page.evaluate(() => (window as unknown as { hits: number }).hits);
  const prose = page.getByRole("article").first();
  for (const link of await prose.getByRole("link").all()) await link.focus();
  await page.mouse.wheel(0, 20_000);
  await page.waitForTimeout(300);

  expect(await hits()).toBe(0);
  expect(strangers).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(`/blog/play/${HOSTILE}`);
  const words = await prose.innerText();
  const survivors = ATTACKS.filter((_, at) => words.includes(`Survivor ${at}.`)).length;
  expect(survivors).toBeGreaterThanOrEqual(ATTACKS.length - 1);
  // The same page does run what is put into it from here: the watch is awake.
  await prose.evaluate((element) => element.insertAdjacentHTML("beforeend", "<img src=x onerror=hit(1)>"));
  await expect.poll(hits).toBe(1);
});

test.each(JOURNEY_MODES)(
  "a visitor browses the blog by topic, page and neighbour, scripts %s, and it stays up without its server",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const arrived = async (name: string) => {
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await taken(page, mode);
    };
    const main = page.getByRole("main");
    try {
      await open(journey, "/blog");
      await main.getByRole("link", { name: "Play", exact: true }).click();
      await arrived("Play");
      strapi.misbehave((response) => response.destroy());
      await main.getByRole("link", { name: /^Mending/ }).click();
      await arrived("Mending");
      await main.getByRole("link", { name: "Two", exact: true }).click();
      await expect.poll(() => new URL(page.url()).hash).toBe("#part-two");
      await main.getByRole("link", { name: /^Previous article Oiling/ }).click();
      await arrived("Oiling");
      expect(await main.getByRole("link", { name: "Rainbow Stacker" }).count()).toBe(1);
      await page.getByRole("contentinfo").getByRole("link", { name: "About our people" }).click();
      await arrived("About our people");
    } finally {
      strapi.misbehave(null);
    }
  },
);
