/** What browser extensions and translators do to a page takes nothing from who uses it. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";
import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { cookiesOf } from "#tests/support/people/over-http.ts";
import { type Sample, SAMPLES } from "#tests/support/people/page-addresses.ts";
import { sampleVisitors, type SampleVisitors } from "#tests/support/people/sample-visitors.ts";
import { visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
let samples: SampleVisitors;

beforeAll(async () => {
  samples = await sampleVisitors(shop.origin);
});

/** What an extension does once the document has been read. */
const OUTSIDE: Readonly<Record<string, () => void>> = {
  "an element after the body": () => {
    document.body.setAttribute("data-checked", "1");
    document.documentElement.append(document.createElement("x-extension"));
  },
  "an element before the page": () => document.body.prepend(document.createElement("div")),
  "styles in the head": () => {
    document.head.prepend(document.createElement("style"));
    for (const link of document.querySelectorAll("link[rel=stylesheet]"))
      link.after(document.createElement("style"));
  },
  "scripts in the head": () =>
    document.head.prepend(document.createElement("script"), document.createElement("script")),
};
const INSIDE: Readonly<Record<string, () => void>> = {
  "icons beside the fields": () => {
    for (const field of document.querySelectorAll("input,textarea"))
      field.after(document.createElement("div"));
  },
};

/** The last address of each route that answers with a page. */
const PAGES: ReadonlyArray<Sample> = Object.values(SAMPLES).flatMap(
  (all) => all.findLast(({ status = 200, type, to }) => status === 200 && !type && !to) ?? [],
);
const CHECKOUT = PAGES.filter(({ at }) => at === "/checkout" || at === "/cart");

/** Changes every field that can be seen. Answers with what each says afterwards. */
function fillInAll(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    Object.assign(document.querySelector("main") ?? {}, { isOfServer: true });
    const fields = document.querySelectorAll<HTMLInputElement>(
      "main :is(input:not([type=hidden]),select,textarea)",
    );
    return [...fields].flatMap((field) => {
      if (!field.checkVisibility()) return [];
      if (field.type === "number") field.value = "2";
      else if (/checkbox|radio/.test(field.type)) field.checked = true;
      else if (/text|email|tel|password/.test(field.type)) field.value = "typed";
      return [`${field.name} ${field.type}`];
    });
  });
}

/** Of the same fields, those that say something else now. */
function changed(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const fields = document.querySelectorAll<HTMLInputElement>(
      "main :is(input:not([type=hidden]),select,textarea)",
    );
    const lastOf = new Map(
      [...fields].filter(({ type }) => type === "radio").map((field) => [field.name, field]),
    );
    return [...fields].flatMap((field) => {
      const { name, type, value, checked } = field;
      if (!field.checkVisibility()) return [];
      const isRight =
        type === "number"
          ? value === "2"
          : type === "radio"
            ? lastOf.get(name) !== field || checked
            : type === "checkbox"
              ? checked
              : !/text|email|tel|password/.test(type) || value === "typed";
      return isRight ? [] : [`${name} ${type} ${value}`];
    });
  });
}

test.each(Object.entries({ ...OUTSIDE, ...INSIDE }))(
  "%s: every field holds what was typed before the scripts came",
  async (name, change) => {
    const { page, complaints } = await visit("on");
    await page.addInitScript(`addEventListener("DOMContentLoaded", ${String(change)})`);
    let isLetThrough: Array<() => void> = [];
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await new Promise<void>((resolve) => isLetThrough.push(resolve));
      await route.continue().catch(() => undefined);
    });
    let count = 0;
    for (const { at, by = "filled" } of CHECKOUT) {
      await page.context().clearCookies();
      await page.context().addCookies(cookiesOf(samples.visitors[by], shop.origin));
      isLetThrough = [];
      await page.goto(shop.origin + samples.named(at), { waitUntil: "domcontentloaded" });
      const fields = await fillInAll(page);
      count += fields.length;
      const isTaken = page.waitForSelector(`html[${CLIENT_NAVIGATION_ATTRIBUTE}]`, { state: "attached" });
      const letting = setInterval(() => isLetThrough.splice(0).forEach((go) => go()), 20);
      await isTaken.finally(() => clearInterval(letting));

      expect(await changed(page), `${at}: ${fields.join(", ")}`).toEqual([]);
      const isOfServer = await page.evaluate(() => "isOfServer" in (document.querySelector("main") ?? {}));
      expect(isOfServer, at).toBe(name in OUTSIDE);
    }
    expect(count).toBeGreaterThan(5);
    // The shop's policy refuses styles of others that say nothing of their own.
    const others = complaints.filter((text) => !text.includes("Content Security Policy"));
    if (name in OUTSIDE) expect(others).toEqual([]);
  },
);

/** As a browser's translator does, and again after each change of the page. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const pass = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Array<Text> = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (!text.data.trim() || text.parentElement?.closest("script,style,option,font,textarea")) continue;
        const outer = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
        const inner = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    pass();
    new MutationObserver(pass).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

const sumsIn = async (page: Page, place: string) =>
  (await page.locator(place).innerText()).match(/£[\d.]+|\d+ items?/g)?.join(" ") ?? "";

test("a translated page shows the sums that are right", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
  await addToBasket(journey);
  await openBasket(journey);
  await translate(page);
  await page.getByRole("button", { name: /^Increase: / }).click();
  await page.getByRole("heading", { name: "Basket 2 items" }).waitFor();
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  await expect.poll(() => sumsIn(page, "main")).toBe(await sumsIn(fresh, "main"));

  await open(journey, "/checkout");
  await translate(page);
  const pay = () => sumsIn(page, "button[value=pay]:visible");
  const before = await pay();
  await page.locator("input[name=method][value=express]").check({ force: true });
  await expect.poll(pay).not.toBe(before);
  expect(await sumsIn(page, "aside")).toContain(await pay());
});
