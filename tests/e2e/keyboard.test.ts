import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { focusedStop } from "#tests/support/checks/tab-stops.ts";
import { open, taken } from "#tests/support/people/journey.ts";
import { type ScriptMode, visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { inParts } from "#tests/support/test-part.ts";

/** More stops than any page of the shop has. */
const STOPS_MAX = 200;
const OUTLINE_MIN_PX = 2;
const DETAILS = [
  ["Email address", "hannah@example.org"],
  ["First name", "Hannah"],
  ["Last name", "Okafor"],
  ["Address line 1", "14 Slad Road"],
  ["Town or city", "Stroud"],
  ["Postcode", "gl51qn"],
  ["Phone number", "07700 900142"],
] as const;

const shop = useShop();

/** Presses Tab until the element called `name` has the focus, which can be seen at every stop on the way. */
async function tabTo(page: Page, name: string | RegExp, tag?: string): Promise<void> {
  const passed: Array<string> = [];
  for (let count = 0; count < STOPS_MAX; count++) {
    await page.keyboard.press("Tab");
    const stop = await focusedStop(page);
    if (!stop) continue;
    expect.soft(stop.outlinePx, `focus on ${stop.tag} "${stop.name}"`).toBeGreaterThanOrEqual(OUTLINE_MIN_PX);
    const isIt = typeof name === "string" ? stop.name === name : name.test(stop.name);
    if (isIt && (!tag || stop.tag === tag)) return;
    passed.push(stop.name);
  }
  throw new Error(`Tab never reached ${String(name)}, but ${passed.join(" | ")}`);
}

/** Until the page whose heading is `name` is there and, with scripts, alive. */
async function arrived(page: Page, mode: ScriptMode, name: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await taken(page, mode);
}

/** The same for another page that scripts have shown: they focus its heading, and a press before that is lost. */
async function arrivedByScript(page: Page, mode: ScriptMode, name: string | RegExp): Promise<void> {
  await arrived(page, mode, name);
  if (mode === "on") await page.waitForFunction(() => document.activeElement?.tagName === "H1");
}

describe.each(inParts<ScriptMode>({ quick: ["on"], rest: ["off"] }))("scripts %s", (mode) => {
  test("the skip link is the first tab stop and leads to the main content", async () => {
    const { page } = await visit(mode);
    await open({ page, origin: shop.origin, mode }, "/");

    await page.keyboard.press("Tab");
    expect(await focusedStop(page)).toMatchObject({ name: "Skip to main content", tag: "A" });
    await page.keyboard.press("Enter");

    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  test("a toy can be bought with the keyboard alone", async () => {
    const { page } = await newVisitor(shop, mode);
    const { keyboard } = page;
    await open({ page, origin: shop.origin, mode }, "/");

    await tabTo(page, "Shop wooden toys");
    await keyboard.press("Enter");
    await arrivedByScript(page, mode, "Wooden toys");

    await tabTo(page, "Rainbow Stacker");
    await keyboard.press("Enter");
    await arrivedByScript(page, mode, "Rainbow Stacker");

    await tabTo(page, /Muted/, "INPUT");
    await keyboard.press("ArrowRight");
    if (mode === "off") {
      await tabTo(page, /^Select /, "BUTTON");
      await keyboard.press("Enter");
    }
    await page.waitForURL(/sunset/);
    await tabTo(page, "Quantity", "INPUT");
    await keyboard.press("ArrowUp");
    await tabTo(page, "Add to basket", "BUTTON");
    await keyboard.press("Space");
    await page.getByRole("heading", { name: "Added to your basket" }).waitFor();

    await tabTo(page, "View basket", "A");
    await keyboard.press("Enter");
    await arrivedByScript(page, mode, "Basket 2 items");

    await tabTo(page, "Increase: Quantity of Rainbow Stacker", "BUTTON");
    await keyboard.press("Enter");
    await arrived(page, mode, "Basket 3 items");
    for (const items of [2, 1]) {
      await tabTo(page, "Decrease: Quantity of Rainbow Stacker", "BUTTON");
      await keyboard.press("Enter");
      await arrived(page, mode, `Basket ${items} item${items === 1 ? "" : "s"}`);
      if (mode === "on")
        expect(await focusedStop(page)).toMatchObject({ name: "Decrease: Quantity of Rainbow Stacker" });
    }
    await tabTo(page, "Increase: Quantity of Rainbow Stacker", "BUTTON");
    await keyboard.press("Enter");
    await arrived(page, mode, "Basket 2 items");
    await tabTo(page, "Go to checkout", "A");
    await keyboard.press("Enter");
    await arrivedByScript(page, mode, "Checkout");

    for (const [label, value] of DETAILS) {
      await tabTo(page, label, "INPUT");
      await keyboard.type(value);
    }
    await tabTo(page, /^Pay now £/, "BUTTON");
    await keyboard.press("Enter");
    await page.waitForURL(/\/test-payment\//);
    await arrivedByScript(page, mode, /^Pay /);

    await tabTo(page, /^Pay £/, "BUTTON");
    await keyboard.press("Enter");
    await arrived(page, mode, "Thank you, Hannah");
    expect(await page.getByRole("main").textContent()).toContain("Sunset");
  });
});
