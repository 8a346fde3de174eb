import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { WCAG_AA_AND_BEST_PRACTICE, violations } from "#tests/support/checks/axe.ts";
import {
  type AccountState,
  type AccountStates,
  accountStates,
} from "#tests/support/people/account/account-states.ts";
import { authStates } from "#tests/support/people/auth-states.ts";
import { focusedText } from "#tests/support/people/focused-text.ts";
import { open } from "#tests/support/people/journey.ts";
import { sharedBrowser, type ScriptMode, visit, type Visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const WIDTHS_PX = [1280, 320] as const;
const HEIGHT_PX = 800;

let browser: Browser;
let shop: RunningShop;
let pages: Readonly<Record<AccountArea, AccountStates>>;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
  pages = { "of an account": await accountStates(shop), "on the way into one": await authStates(shop) };
});

afterAll(() => shop.stop());

type Look = (state: AccountState, visited: Visit) => Promise<void>;

/** Brings one visitor into every state of `whose` pages, each time with nothing but that state's cookies. */
async function inEveryState(area: AccountArea, mode: ScriptMode, look: Look): Promise<void> {
  const visited = await visit(browser, mode, { bypassCSP: true });
  const { page } = visited;
  const { states, cookies } = pages[area];
  for (const state of states) {
    const own = (cookies[state.who] ?? []).map((cookie) => ({ ...cookie, url: shop.origin }));
    await page.setViewportSize({ width: WIDTHS_PX[0], height: HEIGHT_PX });
    await page.context().clearCookies();
    await page.context().addCookies(own);
    await open({ page, origin: shop.origin, mode }, state.path);
    await state.act?.(page);
    await look(state, visited);
  }
  await visited.close();
}

const ACCOUNT_AREAS = ["of an account", "on the way into one"] as const;
type AccountArea = (typeof ACCOUNT_AREAS)[number];

test.each(ACCOUNT_AREAS)(
  "the pages %s in every state: axe finds no violation, nothing scrolls sideways at 320 pixels, the keyboard reaches everything",
  async (area) => {
    let isFirst = true;
    const checked = new Set<string>();
    await inEveryState(area, "on", async ({ name }, { page, complaints }) => {
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: HEIGHT_PX });
        const found = await violations(page, WCAG_AA_AND_BEST_PRACTICE, checked);
        expect.soft(found, `${name}: axe at ${width} px`).toEqual([]);
      }
      expect.soft(await outlineFaults(page), `${name}: outline`).toEqual([]);
      expect.soft(await widthBeyondScreen(page), `${name}: sideways scroll`).toBe(0);
      // What stands round the page is the same in every state.
      const unreachedParts = await unreached(page, isFirst ? "body" : "main");
      isFirst = false;
      expect.soft(unreachedParts, `${name}: out of the keyboard's reach`).toEqual([]);
      expect.soft(complaints, `${name}: complaints`).toEqual([]);
    });
  },
);

test.each(ACCOUNT_AREAS)("the pages %s work without scripts too", async (area) => {
  await inEveryState(area, "off", async ({ name }, { page }) => {
    expect.soft(await page.locator("main h1").count(), name).toBe(1);
    expect.soft(await page.locator("[style]").count(), `${name}: style attributes`).toBe(0);
  });
});

test("after an error the focus is on the summary, and its first link leads to the field", async () => {
  const { page, close } = await visit(browser, "on");
  const names = ["login with errors", "register filled, with errors", "forgot password with errors"];
  const states = pages["on the way into one"].states.filter(({ name }) => names.includes(name));
  expect(states).toHaveLength(names.length);
  for (const state of states) {
    await open({ page, origin: shop.origin, mode: "on" }, state.path);
    await state.act?.(page);
    await expect.poll(() => focusedText(page)).toMatch(/^There is a problem/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const field = () =>
      page.evaluate(() => [
        document.activeElement?.tagName,
        document.activeElement?.getAttribute("aria-invalid"),
      ]);
    await expect.poll(field, { message: state.name }).toEqual(["INPUT", "true"]);
  }
  await close();
});

/** Tabs through `part` of the page from its top, and answers with what in it can be focused and was not. */
async function unreached(page: Page, part: "body" | "main"): Promise<ReadonlyArray<string>> {
  const requested = await page.evaluate((selector) => {
    const root = document.querySelector<HTMLElement>(selector);
    if (!root) throw new Error(`There is no ${selector}`);
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    const given = root.getAttribute("tabindex");
    root.tabIndex = -1;
    root.focus();
    if (given === null) root.removeAttribute("tabindex");
    const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.tabIndex >= 0 &&
        !element.matches(":disabled"),
    ).length;
  }, part);
  await page.evaluate(() =>
    document.addEventListener("focusin", ({ target }) =>
      (target as Element).setAttribute("data-reached", ""),
    ),
  );
  for (let step = 0; step < requested + 5; step += 1) await page.keyboard.press("Tab");
  return page.evaluate((selector) => {
    const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...(document.querySelector(selector)?.querySelectorAll<HTMLElement>(focusable) ?? [])]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.tabIndex >= 0 &&
          !element.matches(":disabled") &&
          !element.hasAttribute("data-reached") &&
          // One tab stop for a group of radio buttons.
          !element.matches("input[type=radio]"),
      )
      .map((element) => element.outerHTML.slice(0, 120));
  }, part);
}

/** Not one h1, a skipped level of heading, an id that is there twice, no title. */
async function outlineFaults(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll("main :is(h1,h2,h3,h4)")].filter((one) =>
      one.checkVisibility(),
    );
    const levels = shown.map((heading) => Number(heading.tagName.slice(1)));
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return [
      ...(levels.filter((level) => level === 1).length === 1 ? [] : ["not exactly one h1"]),
      ...levels
        .filter((level, place) => level > (levels[place - 1] ?? 0) + 1)
        .map((level) => `h${level} skips`),
      ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `two elements with the id ${id}`),
      ...(document.title === "" ? ["no title"] : []),
    ];
  });
}

async function widthBeyondScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
