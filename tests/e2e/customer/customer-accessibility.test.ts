import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { WCAG_AA_AND_BEST_PRACTICE, violations } from "#tests/support/checks/axe.ts";
import { outlineFaults, widthBeyondScreen } from "#tests/support/checks/outline.ts";
import {
  type CustomerState,
  type CustomerStates,
  customerStates,
} from "#tests/support/people/customer/customer-states.ts";
import { authStates } from "#tests/support/people/auth-states.ts";
import { focusedText } from "#tests/support/people/focused-text.ts";
import { open } from "#tests/support/people/journey.ts";
import { type ScriptMode, visit, type Visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const WIDTHS_PX = [1280, 320] as const;
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary";
const HEIGHT_PX = 800;

const shop = useShop();
let pages: Readonly<Record<AccountArea, CustomerStates>>;

beforeAll(async () => {
  pages = { "of an account": await customerStates(shop), "on the way into one": await authStates(shop) };
});

type Look = (state: CustomerState, visited: Visit) => Promise<void>;

/** Brings one visitor into every state of `whose` pages, each time with nothing but that state's cookies. */
async function inEveryState(area: AccountArea, mode: ScriptMode, look: Look): Promise<void> {
  const visited = await visit(mode, { bypassCSP: true });
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
  const { page } = await visit("on");
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
        document.activeElement?.hasAttribute("aria-describedby"),
      ]);
    await expect.poll(field, { message: state.name }).toEqual(["INPUT", "true", true]);
  }
});

/** Tabs through `part` of the page from its top, and answers with what in it can be focused and was not. */
async function unreached(page: Page, part: "body" | "main"): Promise<ReadonlyArray<string>> {
  await page.evaluate((selector) => {
    const root = document.querySelector<HTMLElement>(selector);
    if (!root) throw new Error(`There is no ${selector}`);
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    const given = root.getAttribute("tabindex");
    root.tabIndex = -1;
    root.focus();
    if (given === null) root.removeAttribute("tabindex");
    document.addEventListener("focusin", ({ target }) =>
      (target as Element).setAttribute("data-reached", ""),
    );
  }, part);
  const missed = () =>
    page.locator(`${part} :is(${FOCUSABLE}):not([data-reached])`).evaluateAll((all) =>
      (all as Array<HTMLElement>)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.tabIndex >= 0 && !element.matches(":disabled"))
        .map((element) => ({
          html: element.outerHTML.slice(0, 120),
          // One tab stop for a group of radio buttons.
          isRadio: element.matches("input[type=radio]"),
        })),
    );
  const steps = (await missed()).length + 5;
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("Tab");
  return (await missed()).filter(({ isRadio }) => !isRadio).map(({ html }) => html);
}
