import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type AccountState, type AccountStates, accountStates } from "#tests/support/account-states.ts";
import { type RunningShop, startShop } from "#tests/support/server.ts";
import { openBrowser, type ScriptMode, visit } from "#tests/support/visit.ts";

const WIDTHS_PX = [1280, 320] as const;
const HEIGHT_PX = 800;
const AXE_OPTIONS: RunOptions = {
  runOnly: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  },
  resultTypes: ["violations"],
};

let browser: Browser;
let shop: RunningShop;
let account: AccountStates;

beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), startShop()]);
  account = await accountStates(shop);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

async function at(state: AccountState, mode: ScriptMode) {
  const visited = await visit(browser, mode, {
    bypassCSP: true,
    viewport: { width: WIDTHS_PX[0], height: HEIGHT_PX },
  });
  const cookies = account.cookies[state.who].map((cookie) => ({ ...cookie, url: shop.origin }));
  await visited.page.context().addCookies(cookies);
  await visited.page.goto(shop.origin + state.path);
  await state.act?.(visited.page);
  return visited;
}

test("every account page in every state: axe finds nothing, nothing scrolls sideways at 320 pixels", async () => {
  for (const state of account.states) {
    const { page, close, complaints } = await at(state, "on");
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: HEIGHT_PX });
      expect.soft(await violations(page), `${state.name}: axe at ${width} px`).toEqual([]);
      expect.soft(await outlineFaults(page), `${state.name}: outline`).toEqual([]);
    }
    expect.soft(await widthBeyondScreen(page), `${state.name}: sideways scroll`).toBe(0);
    expect.soft(complaints, `${state.name}: complaints`).toEqual([]);
    await close();
  }
});

test("every account page in every state comes without scripts too", async () => {
  for (const state of account.states) {
    const { page, close } = await at(state, "off");
    expect.soft(await page.locator("main h1").count(), state.name).toBe(1);
    expect.soft(await page.locator("[style]").count(), `${state.name}: style attributes`).toBe(0);
    await close();
  }
});

test("the keyboard reaches everything on every account page, and sees where it is", async () => {
  for (const state of account.states) {
    const { page, close } = await at(state, "on");
    expect.soft(await unreached(page), `${state.name}: out of the keyboard's reach`).toEqual([]);
    await close();
  }
});

/** Tabs through the page from its top, and answers with what can be focused and was not. */
async function unreached(page: Page): Promise<ReadonlyArray<string>> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  const wanted = await page.evaluate(() => {
    const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...document.querySelectorAll<HTMLElement>(focusable)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.tabIndex >= 0 &&
        !element.matches(":disabled"),
    ).length;
  });
  for (let step = 0; step < wanted + 5; step += 1) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.activeElement?.setAttribute("data-reached", ""));
  }
  return page.evaluate(() => {
    const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...document.querySelectorAll<HTMLElement>(focusable)]
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
  });
}

async function violations(page: Page): Promise<ReadonlyArray<string>> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ),
  );
  await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
    AXE_OPTIONS,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
  );
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
