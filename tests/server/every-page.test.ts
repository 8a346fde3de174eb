/** Every route of the shop, as a visitor without scripts finds it: with an empty basket, a filled one, an order. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, expect, test } from "vitest";

import routes from "#app/routes.ts";
import { IMAGE_WIDTHS } from "#app/services/images/image-widths.ts";
import { inlineScriptHashes, inlineScripts, permittedHashes } from "#tests/support/checks/inline-scripts.ts";
import { ambiguousLinks, joinedTexts } from "#tests/support/checks/unstyled-page.ts";
import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { type Sample, SAMPLES, type Visitor } from "#tests/support/people/page-addresses.ts";
import { type Page, readPage, wordsOf } from "#tests/support/people/page.ts";
import { sampleVisitors, type SampleVisitors } from "#tests/support/people/sample-visitors.ts";
import type { Answer } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PERSONAL = /^\/(?:cart|checkout|orders|newsletter|test-payment|api)(?:\/|\?|$)/;
const VISITORS: ReadonlyArray<Visitor> = ["empty", "filled", "buyer"];
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const WIDTHS: ReadonlyArray<number> = IMAGE_WIDTHS;
/** Links asked after at the same time; images are made on the way. */
const CRAWLERS = 4;
/** Pages of one route whose HTML is looked into: reading one takes longer than making it. */
const PAGES_OF_A_KIND = 2;

type Visit = Readonly<{ sample: Sample; by: Visitor; at: string; answer: Answer; page: Page | null }>;

const shop = useShop();
let visitors: SampleVisitors["visitors"];
let named: SampleVisitors["named"];
let visits: ReadonlyArray<Visit> = [];
let pages: ReadonlyArray<Visit & { page: Page }> = [];

beforeAll(async () => {
  ({ visitors, named } = await sampleVisitors(shop.origin));
  const found: Array<Visit> = [];
  for (const sample of Object.values(SAMPLES).flat()) {
    for (const by of sample.by ? [sample.by] : VISITORS) {
      const at = named(sample.at);
      const answer = await visitors[by].get(at);
      const isPage =
        String(answer.headers["content-type"]).startsWith("text/html") && answer.location === null;
      found.push({ sample, by, at, answer, page: isPage ? readPage(answer.body, shop.origin + at) : null });
    }
  }
  visits = found;
  pages = found.flatMap((visit) => (visit.page ? [{ ...visit, page: visit.page }] : []));
});

test("exactly the routes of the shop have an address here", () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(routes.flatMap((entry) => pathsOf(entry)).sort());
});

test("every address answers with its status and redirects where it should (requirement routes-1)", () => {
  expect(visits.map(({ by, at, answer }) => [by, at, answer.status, answer.location])).toEqual(
    visits.map(({ sample, by, at }) => [by, at, sample.status ?? 200, sample.to ? named(sample.to) : null]),
  );
});

test("every address has its content type", () => {
  const others = visits.filter(({ sample, answer }) => sample.type !== undefined && answer.location === null);

  expect(others.map(({ at, answer }) => [at, String(answer.headers["content-type"]).split(";")[0]])).toEqual(
    others.map(({ at, sample }) => [at, sample.type]),
  );
  expect(
    visits.filter(({ sample, page }) => !sample.type && !sample.to && !page).map(({ at }) => at),
  ).toEqual([]);
});

test("every text response has a charset", () => {
  const types = visits.map(({ at, answer }) => [at, answer.headers["content-type"] ?? ""] as const);
  const texts = types.filter(([, type]) => /^text\/|[/+]xml\b/.test(type));

  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(([, type]) => !/; charset=utf-8$/i.test(type))).toEqual([]);
});

test("every page has its texts and its parts: prices, stock, counts, forms", () => {
  const absent = pages.flatMap(({ sample, by, at, page }) => {
    const text = page.text("body") ?? "";
    return [
      ...(sample.words ?? []).map(named).filter((words) => !text.includes(words)),
      ...(sample.has ?? []).filter((selector) => page.document.querySelector(selector) === null),
    ].map((what) => `${at} (${by}): ${what}`);
  });

  expect(absent).toEqual([]);
});

test("every list states how many products there are, and shows that many on its first page", () => {
  const lists = pages.filter(
    ({ at, page }) =>
      page.document.querySelector("main select[name=sort]") && !at.startsWith("/p/") && !at.includes("page="),
  );
  for (const { at, page } of lists) {
    const count = /^(?:No|\d+) products?$/.exec(page.text("main [role=status] b") ?? "")?.[0];
    const cards = new Set([...page.document.querySelectorAll("main article a[href^='/p/']")].map(pathOfLink));
    expect(count, at).toBeDefined();
    if (cards.size > 0) expect(cards.size, at).toBe(Math.min(24, Number.parseInt(count ?? "", 10)));
  }
  expect(lists.length).toBeGreaterThan(20);
});

test("every page has one h1, a title of its own and its language", () => {
  const titles = new Map<string, string>();
  for (const { at, answer, page } of pages) {
    const { document } = page;
    expect([at, document.querySelectorAll("h1").length]).toEqual([at, 1]);
    expect(wordsOf(document.querySelector("h1")), at).not.toBe("");
    expect(document.querySelectorAll("title").length, at).toBe(1);
    expect(document.documentElement.lang, at).toBe("en");
    expect(document.title.trim(), at).not.toBe("");
    if (answer.status !== 200 || at.includes("sort=")) continue;
    // The same content under another address has the same title; a colour has one of its own.
    const content = `${canonicalOf(page) ?? at} ${new URL(at, shop.origin).searchParams.get("swatch") ?? ""}`;
    if (at.includes("no-such-colour") || at.startsWith("/checkout/thank-you")) continue;
    expect([at, titles.get(document.title) ?? content]).toEqual([at, content]);
    titles.set(document.title, content);
  }
});

test("every page has the shop's theme colour and icons, and each of them exists", async () => {
  const marks = new Map<string, string>();
  for (const { at, page } of pages) {
    const colour = page.document.querySelector("meta[name=theme-color]")?.getAttribute("content");
    expect([at, colour]).toEqual([at, "#252729"]);
    const links = page.document.querySelectorAll(
      "link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]",
    );
    expect([at, links.length]).toEqual([at, 4]);
    for (const link of links) marks.set(link.getAttribute("href") ?? "", link.getAttribute("rel") ?? "");
  }

  for (const [path, rel] of [...marks, ["/favicon.ico", "icon"] as const]) {
    const { status, headers } = await visitors.empty.get(path);
    const type = String(headers["content-type"]);
    expect([path, status, rel === "manifest" || type.startsWith("image/")]).toEqual([path, 200, true]);
  }
});

test("every page has its canonical address and a description", () => {
  for (const { sample, at, page } of pages) {
    const canonical = sample.canonical === undefined ? at : sample.canonical;
    const robots = page.document.querySelector("meta[name=robots]")?.getAttribute("content") ?? "";
    const description = page.document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
    expect([at, canonicalOf(page)]).toEqual([at, canonical === null ? null : shop.origin + canonical]);
    expect([at, robots]).toEqual([at, sample.isUnlisted ? "noindex" : ""]);
    if (canonical !== null) expect(description, at).toMatch(sample.isUnlisted ? /\S/ : /\S.{20,}/);
  }
});

test("every page is complete: nothing is deferred or hidden until scripts run", () => {
  for (const { at, answer, page } of pages) {
    expect(answer.body, at).not.toMatch(/<!--\$[?!]-->|<template\b|\$RC\(|Loading(?:…|\.\.\.)/);
    // A passkey is nothing without a script: its offer is the one thing that a script shows. The head of a form that can
    // be folded comes with the answer.
    expect(page.document.querySelector("main [hidden]:not(passkey-offer, summary)"), at).toBeNull();
    expect(answer.body, at).not.toMatch(/<[^>]+\sstyle=/);
    expect(answer.body, at).not.toMatch(/<[^>]+\son[a-z]+=/);
    expect(answer.body.endsWith("</html>"), at).toBe(true);
  }
});

test("without styles addresses and drawings can be read, and no two links of one name differ", () => {
  const faults = pages.flatMap(({ at, by, page: { document } }) =>
    [...joinedTexts(document), ...ambiguousLinks(document)].map((fault) => `${at} (${by}): ${fault}`),
  );

  expect(faults).toEqual([]);
});

test("text from the address is shown as text, never as markup", () => {
  const odd = pages.filter(({ at }) => at.includes("%3C"));

  expect(odd.length).toBeGreaterThan(0);
  for (const { answer, page } of odd) {
    expect(answer.body).not.toMatch(/<script>alert|<b>bold/);
    expect(page.document.querySelector("main script")).toBeNull();
  }
});

test("every response has the security headers, and personal ones are not stored", () => {
  for (const { at, answer } of visits) {
    const { headers } = answer;
    expect([at, headers]).toEqual([
      at,
      expect.objectContaining({
        "content-security-policy": expect.stringContaining("default-src 'none'"),
        "x-content-type-options": "nosniff",
        "referrer-policy": expect.stringMatching(
          /^\/(?:orders|gift-lists|list|checkout\/gift-list|desk)(?:\/|$)/.test(at)
            ? /^(no-referrer|same-origin|strict-origin)/
            : /^strict-origin/,
        ),
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": /^\/(?:image|share)\//.test(at) ? expect.any(String) : "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
        "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/),
        "cache-control": PERSONAL.test(at) ? "private, no-store" : expect.any(String),
      }),
    ]);
    expect([at, headers["x-powered-by"], headers["server"]]).toEqual([at, undefined, undefined]);
    expect(String(headers["content-security-policy"]), at).not.toMatch(/unsafe|\*/);
  }
});

test("a page with a form that posts never hides its origin from the shop", () => {
  const hidden = pages.filter(
    ({ answer, page }) =>
      page.document.querySelector("form[method=post], [formmethod=post]") !== null &&
      answer.headers["referrer-policy"] === "no-referrer",
  );

  expect(hidden.map(({ at }) => at)).toEqual([]);
});

test("the policy of every page allows its own inline scripts and nothing else", () => {
  const wrong = pages.flatMap(({ at, answer }) => {
    const is = permittedHashes(String(answer.headers["content-security-policy"]));
    const shouldBe = inlineScriptHashes(answer.body);
    return [...is].sort().join() === [...shouldBe].sort().join() ? [] : [[at, is, shouldBe]];
  });

  expect(wrong).toEqual([]);
});

/** Restores the scroll position; holds the loaders' data; asks for the scripts' files. */
const INLINE_SCRIPTS = [/^\{const name=/, /^window\.__remixContext = /, /^let isBegun=/];

test("every page has the same three inline scripts, which leave its controls alone (scripts-that-never-come.test.ts)", () => {
  const others = pages.flatMap(({ at, answer }) =>
    inlineScripts(answer.body)
      .filter((code) => !INLINE_SCRIPTS.some((known) => known.test(code)))
      .map((code) => [at, code.slice(0, 100)]),
  );

  expect(others).toEqual([]);
  expect(inlineScripts(pages[0]?.answer.body ?? "")).toHaveLength(INLINE_SCRIPTS.length);
});

test("the number beside the basket is right on every page that shows it", () => {
  const units = { empty: "0 items", filled: "2 items", buyer: "1 item" };
  const shown = pages.flatMap(({ at, by, page }) => {
    const link = page.document.querySelector("header a[href='/cart'][aria-label]");
    return link ? [[at, link.getAttribute("aria-label"), `Basket, ${units[by]}`]] : [];
  });

  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter(([, is, shouldBe]) => is !== shouldBe)).toEqual([]);
});

test("ids are unique in every page, and labels and descriptions refer to existing elements", () => {
  for (const { at, page } of pages) {
    const ids = [...page.document.querySelectorAll("[id]")].map(({ id }) => id);
    expect([at, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([at, []]);
    const named = [
      ...page.document.querySelectorAll("[for], [aria-labelledby], [aria-describedby], [aria-controls]"),
    ]
      .flatMap((element) =>
        ["for", "aria-labelledby", "aria-describedby", "aria-controls"].map((name) =>
          element.getAttribute(name),
        ),
      )
      .flatMap((value) => value?.split(" ") ?? []);
    expect([at, named.filter((id) => !ids.includes(id))]).toEqual([at, []]);
  }
});

test("every kind of page is valid HTML with one outline", async () => {
  const kinds = Object.entries(SAMPLES).flatMap(([route, samples]) => {
    // A page under another address is the same page; a third of a kind finds nothing new.
    const own = pages.filter(({ sample }) => samples.includes(sample) && !sample.canonical);
    const states = new Map(own.map((visit) => [visit.answer.body, visit]));
    return [...states.values()].slice(0, PAGES_OF_A_KIND).map((visit) => ({ ...visit, route }));
  });
  const faults: Array<string> = [];
  for (const { at, by, answer } of kinds)
    for (const fault of await htmlFaults(answer.body)) faults.push(`${at} (${by}): ${fault}`);

  process.stdout.write(`${kinds.length} pages are valid HTML\n`);
  expect(kinds.length).toBeGreaterThan(40);
  expect(faults).toEqual([]);
});

test("every image has dimensions, a text, a valid srcset and lazy loading", () => {
  let found = 0;
  for (const { at, page } of pages) {
    const images = [...page.document.querySelectorAll("img")];
    found += images.length;
    expect([at, images.flatMap(imageFaults)]).toEqual([at, []]);
    const first = images.filter((img) => img.getAttribute("fetchpriority") === "high");
    expect([at, first.length <= 1]).toEqual([at, true]);
  }
  expect(found).toBeGreaterThan(500);
});

test("the large image at the top of a page loads first", async () => {
  const beginnings = [
    "/",
    "/c/wooden-toys",
    "/c/new",
    RAINBOW,
    "/search/wooden%20train",
    "/blog",
    "/blog/care/3",
  ];
  for (const at of beginnings) {
    const page = pages.find((one) => one.at === at)?.page;
    const large = [...(page?.document.querySelectorAll("main img[sizes*=vw]") ?? [])];
    expect([at, large[0]?.getAttribute("fetchpriority")]).toEqual([at, "high"]);
  }
});

/** What is wrong with an image, if anything. Drawings from the build have one size for all screens. */
function imageFaults(img: Element): ReadonlyArray<string> {
  const has = (name: string) => (img.getAttribute(name) ?? "") !== "";
  const isDrawing = img.getAttribute("src")?.startsWith("/assets/") ?? false;
  const widths = offeredWidths(img);
  const original = Number(img.getAttribute("width"));
  const isOneOfTwo =
    (img.getAttribute("fetchpriority") === "high") !== (img.getAttribute("loading") === "lazy");
  const faults = [
    ...(original > 0 && Number(img.getAttribute("height")) > 0 ? [] : ["no size"]),
    ...(img.hasAttribute("alt") ? [] : ["no alt"]),
    ...(isDrawing || (has("srcset") && has("sizes")) ? [] : ["no srcset or sizes"]),
    ...(isDrawing || isOneOfTwo ? [] : ["neither first nor lazy"]),
    ...(widths.every((width) => WIDTHS.includes(width)) ? [] : ["a width that is not made"]),
    ...(widths.filter((width) => width >= original).length <= 1 ? [] : ["wider than it is"]),
  ];
  return faults.map((fault) => `${fault}: ${img.outerHTML}`);
}

/** In pixels. */
function offeredWidths(img: Element): ReadonlyArray<number> {
  const candidates = img.getAttribute("srcset")?.split(", ") ?? [];
  return candidates.map((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1]));
}

test("every link, image, script and form of every page leads somewhere, without a redirect", async () => {
  const found = new Map<string, Visit>();
  for (const visit of pages) {
    for (const address of sameOriginLinks(visit)) if (!found.has(address)) found.set(address, visit);
  }
  const queue = [...found];
  const bad: Array<string> = [];
  const crawl = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [address, { at, by }] = next;
      const { status, location } = await visitors[by].get(address);
      // The guard of the account is meant to send a guest to the login (requirement customer-5).
      if (address === "/account" && location === "/login?redirectTo=%2Faccount") continue;
      if (status !== 200) bad.push(`${address} on ${at}: ${status} ${location ?? ""}`);
    }
  };
  await Promise.all(Array.from({ length: CRAWLERS }, crawl));

  process.stdout.write(`${found.size} addresses found on ${pages.length} pages\n`);
  expect(found.size).toBeGreaterThan(200);
  expect(bad.sort()).toEqual([]);
});

function sameOriginLinks({ sample, page }: Readonly<{ sample: Sample; page: Page }>): ReadonlyArray<string> {
  const { document } = page;
  const attributes = [
    // Nobody follows the canonical address of a page that is one visitor's own.
    ["href", sample.isUnlisted ? "a[href], link[href]:not([rel=canonical])" : "a[href], link[href]"],
    ["src", "[src]"],
    ["action", "form[action]:not([method=post])"],
    ["formaction", "[formaction]:not([formmethod=post])"],
  ] as const;
  return attributes.flatMap(([name, selector]) =>
    [...document.querySelectorAll(selector)]
      .map((element) => new URL(element.getAttribute(name) ?? "", document.baseURI))
      .filter((url) => url.origin === shop.origin && /^https?:$/.test(url.protocol))
      .map((url) => url.pathname + url.search)
      // The page itself has answered already.
      .filter((address) => shop.origin + address !== document.baseURI),
  );
}

function canonicalOf({ document }: Page): string | null {
  return document.querySelector("link[rel=canonical]")?.getAttribute("href") ?? null;
}

function pathOfLink(link: Element): string {
  return link.getAttribute("href")?.split("?")[0] ?? "";
}

/** The full paths of a route and those in it; layouts have none of their own. */
function pathsOf({ path, index, children }: RouteConfigEntry, above = ""): ReadonlyArray<string> {
  const own = [above, path].filter(Boolean).join("/");
  const inside = (children ?? []).flatMap((child) => pathsOf(child, own));
  return children ? inside : path !== undefined || index ? [own] : [];
}
