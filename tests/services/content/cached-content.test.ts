import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { fileSnapshot } from "#app/services/content/content-snapshot.server.ts";
import { embeddedContent } from "#app/services/content/content-embedded.server.ts";
import { cachedContent, REFRESH_MS, STALE_MAX_MS } from "#app/services/content/cached-content.server.ts";
import { strapiSource } from "#app/services/content/content-strapi.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { article, CMS_ORIGIN, fillStrapi } from "#tests/support/vendors/strapi-entries.ts";
import { type FakeStrapi, startStrapi, STRAPI_TOKEN } from "#tests/support/vendors/strapi.ts";

const START = Date.parse("2026-11-21T10:00:00Z");

let strapi: FakeStrapi;
let folder: string;
let at: number;
let warnings: Array<string> = [];
const onWarning = (warning: Error) => warnings.push(warning.message);

beforeEach(async () => {
  at = START;
  warnings = [];
  folder = newFolder();
  strapi = await startStrapi(5);
  fillStrapi(strapi);
  process.on("warning", onWarning);
});

afterEach(async () => {
  process.off("warning", onWarning);
  await strapi.stop();
});

const now = () => new Date(at);
const file = () => join(folder, "content", "copy.json");

/** A shop that has just started, with whatever the one before left on disk. */
function startedShop(url = strapi.url, firstWaitMs = 10_000) {
  const settings = { provider: "strapi", url, token: STRAPI_TOKEN, version: 5 } as const;
  const source = strapiSource(settings, {
    imageOrigins: [CMS_ORIGIN],
    limits: { connectMs: 10_000, tryMs: 10_000, failures: 1_000, restMs: 1 },
    now,
  });
  return cachedContent({
    source,
    copy: fileSnapshot(file()),
    own: embeddedContent("content", { firstDay: async () => new Date(START) }),
    now,
    firstWaitMs,
  });
}

const goDown = () => strapi.misbehave((response) => response.destroy());
/** Says nothing, for as long as the test lasts. */
const goSilent = () => strapi.misbehave(() => undefined);

/** A shop that has read what the server publishes. */
async function readShop() {
  const content = startedShop();
  await content.refresh();
  return content;
}

const titles = async (content: ReturnType<typeof startedShop>) =>
  (await content.listArticles()).map(({ title }) => title);

test("with a copy no request waits for the server", async () => {
  const content = await readShop();
  strapi.articles.push(article(4));
  at += REFRESH_MS;
  goSilent();

  expect(await titles(content)).toHaveLength(3);
  expect(await content.isCurrent()).toBe(true);
});

test("a change at the server is read within a minute, in the background", async () => {
  const content = await readShop();
  strapi.articles.push(article(4));

  const atOnce = await titles(content);
  at += REFRESH_MS;
  await content.listArticles();
  await content.refresh();

  expect(atOnce).toHaveLength(3);
  expect(await titles(content)).toEqual(["Article 4", "Article 3", "Article 2", "Article 1"]);
});

test("while the server is down the copy is shown for a day, then the content is unavailable until the server is back, and the rest works", async () => {
  const content = await readShop();
  goDown();

  at += STALE_MAX_MS;
  await content.refresh();
  const afterADay = await content.isCurrent();
  at += 1;
  const later = await content.isCurrent();

  expect([afterADay, later]).toEqual([true, false]);
  expect(await titles(content)).toHaveLength(3);
  expect((await content.listPages()).map(({ slug }) => slug)).toContain("terms");
  const confirmedAt = new Date(START).toISOString();
  expect(await content.state()).toMatchObject({ isCurrent: false, confirmedAt });

  // Without a restart.
  strapi.misbehave(null);
  at += REFRESH_MS;
  expect(await content.isCurrent()).toBe(true);
});

test("the copy survives a restart, with its age", async () => {
  await readShop();
  goDown();
  at += STALE_MAX_MS - 1_000;

  const restarted = startedShop();
  const current = await restarted.isCurrent();
  const known = await titles(restarted);
  at += 2_000;

  expect(current).toBe(true);
  expect(known).toHaveLength(3);
  expect(await restarted.isCurrent()).toBe(false);
});

test("a copy of another server, in another format or damaged is not used", async () => {
  await readShop();
  const text = readFileSync(file(), "utf8");
  goDown();

  const other = await titles(startedShop(strapi.url.replace("127.0.0.1", "localhost")));
  writeFileSync(file(), text.replace('"format":1', '"format":2'));
  const older = await titles(startedShop());
  writeFileSync(file(), text.slice(0, 200));
  const damaged = await titles(startedShop());

  expect([other, older, damaged]).toEqual([[], [], []]);
});

test("without a copy and a server no content is shown, and the shop's own links still lead somewhere", async () => {
  goDown();
  const content = startedShop();

  expect(await content.isCurrent()).toBe(false);
  expect(await content.listArticles()).toEqual([]);
  expect((await content.listPages()).map(({ slug }) => slug)).toContain("contact-us");
  expect(existsSync(file())).toBe(false);
});

test("a silent server delays only its own pages, and only for a moment", async () => {
  goSilent();
  const content = startedShop(strapi.url, 50);

  expect(await content.listArticles()).toEqual([]);
  expect((await content.listPages()).length).toBeGreaterThan(5);
  expect(await content.isCurrent()).toBe(false);
});

test("a page of the server replaces one of the repository with the same name", async () => {
  const content = await readShop();

  expect((await content.findPage("about"))?.title).toBe("About us");
  expect((await content.listPages()).filter(({ slug }) => slug === "about")).toHaveLength(1);
});

test("an incomplete reading changes nothing: both collections are read, or neither", async () => {
  const content = await readShop();
  strapi.articles.push(article(4));
  let requested = 0;
  at += REFRESH_MS;
  const none = JSON.stringify({ data: [], meta: { pagination: { page: 1, pageCount: 1, total: 0 } } });
  strapi.misbehave((response) => {
    requested += 1;
    // The articles as they are now, and nothing for the pages.
    if (requested > 1) response.writeHead(500).end();
    else response.writeHead(200, { "Content-Type": "application/json" }).end(none);
  });

  await content.refresh();

  expect(requested).toBe(3);
  expect(await titles(content)).toHaveLength(3);
});

test("an outage is logged once, and the next one again", async () => {
  const content = await readShop();
  for (const isDown of [true, true, true, false, true]) {
    strapi.misbehave(isDown ? (response) => response.writeHead(500).end() : null);
    at += REFRESH_MS;
    await content.refresh();
  }
  await new Promise((resolve) => setImmediate(resolve));

  expect(warnings).toEqual([
    `strapi ${strapi.url}: Strapi answered with status 500`,
    `strapi ${strapi.url}: Strapi answered with status 500`,
  ]);
});

test("a server's Retry-After is respected", async () => {
  const content = await readShop();
  strapi.misbehave((response) => response.writeHead(429, { "Retry-After": "300" }).end());
  at += REFRESH_MS;
  await content.refresh();
  const requested = strapi.requests.length;

  at += 299_000;
  await content.listArticles();
  const during = strapi.requests.length;
  at += 1_000;
  strapi.misbehave(null);
  await content.listArticles();
  await content.refresh();

  expect(during).toBe(requested);
  expect(strapi.requests.length).toBeGreaterThan(requested);
});

test("a clock that is set back neither stops the reading nor keeps a copy fresh for ever", async () => {
  const content = await readShop();
  strapi.articles.push(article(4));

  at -= 2 * STALE_MAX_MS;
  const wasCurrent = await content.isCurrent();
  const found = await titles(content);
  goDown();
  at -= 2 * STALE_MAX_MS;

  expect([wasCurrent, await content.isCurrent()]).toEqual([true, false]);
  expect(found).toHaveLength(4);
});

test("a full disk costs the copy, not the content", async () => {
  writeFileSync(join(folder, "content"), "a file where the folder should be");
  const content = await readShop();

  expect(await titles(content)).toHaveLength(3);
  expect(readdirSync(folder)).toEqual(["content"]);
});
