/** Every form of the shop, whatever extensions, translators and lost parts of the scripts do to its page. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";
import { type FormPage, formPages, PICTURES } from "#tests/support/people/form-pages.ts";
import { fillInAll } from "#tests/support/people/form-presses.ts";
import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
let pages: ReadonlyArray<FormPage>;

beforeAll(async () => {
  pages = await formPages(shop);
});

/** What others do to a page once the document has been read, in the browser. */
const CHANGES: Readonly<Record<string, () => void>> = {
  "around the page and on its fields": () => {
    document.documentElement.append(document.createElement("x-extension"));
    document.body.setAttribute("data-checked", "1");
    document.body.prepend(document.createElement("div"));
    document.body.append(document.createElement("x-extension"));
    document.head.prepend(document.createElement("style"), document.createElement("script"));
    for (const link of document.querySelectorAll("link[rel=stylesheet]"))
      link.after(document.createElement("style"));
    for (const field of document.querySelectorAll("input,textarea")) field.setAttribute("data-checked", "1");
  },
  "inside the page, as a password manager, a grammar checker and a translator do": () => {
    for (const field of document.querySelectorAll("input[type=email],input[type=password],textarea"))
      field.after(document.createElement("x-extension"));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Array<Text> = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest("script,style,option,textarea")) continue;
      const translated = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
      translated.textContent = text.data;
      text.replaceWith(translated);
    }
  },
};

/** What the fields say that are there and can be seen. */
function fieldsOf(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("input,select,textarea,main details")].flatMap(
      (field) => {
        if ("open" in field) return [`details ${String(field.open)}`];
        const { form, name, type, value, checked } = field;
        if (field.tabIndex < 0 || !field.checkVisibility()) return [];
        const [action = ""] = form?.getAttribute("action")?.split(/[?#]/) ?? [];
        return [
          `${action} ${name} ${type} ${/checkbox|radio/.test(type) ? `${value} ${String(checked)}` : value}`,
        ];
      },
    ),
  );
}

test.each(Object.entries(CHANGES))(
  "changed %s before the scripts come, every form holds what was typed",
  async (name, change) => {
    const isOutside = name.startsWith("around");
    const { page, complaints } = await visit("on");
    await page.addInitScript(`addEventListener("DOMContentLoaded", ${String(change)})`);
    let comeAll = () => {};
    let areHere = new Promise<void>((resolve) => (comeAll = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await areHere;
      await route.continue().catch(() => undefined);
    });
    await page.route(PICTURES, (route) => route.abort());
    for (const { at, cookies } of pages) {
      await page.context().clearCookies();
      await page.context().addCookies(cookies);
      areHere = new Promise((resolve) => (comeAll = resolve));
      await page.goto(shop.origin + at, { waitUntil: "domcontentloaded" });
      await page.evaluate(() => Object.assign(document.querySelector("main") ?? {}, { isOfServer: true }));
      await fillInAll(page);
      const typed = await fieldsOf(page);
      comeAll();
      await page.waitForSelector(`html[${CLIENT_NAVIGATION_ATTRIBUTE}]`, { state: "attached" });
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );

      const isOfServer = await page.evaluate(() => "isOfServer" in (document.querySelector("main") ?? {}));
      expect.soft(isOfServer, at).toBe(isOutside);
      // Another colour has to be fetched first.
      await expect.poll(() => fieldsOf(page), { message: at }).toEqual(expect.arrayContaining([...typed]));
    }
    // The shop's policy refuses styles of others that say nothing of their own.
    const others = complaints.filter((text) => !text.includes("Content Security Policy"));
    if (isOutside) expect(others).toEqual([]);
  },
);
