/** An address that no route takes is named as it was typed, and whole where scripts asked for it (requirement routes-5). */
import { expect, test } from "vitest";

import { taken } from "#tests/support/people/journey.ts";
import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

type WithRouter = Readonly<{ __remixRouter: { navigate: (to: string) => Promise<void> } }>;

test("a visit that scripts make to an unknown address names its path and query", async () => {
  const { page } = await visit("on");
  await page.goto(shop.origin);
  await taken(page, "on");
  await page.evaluate(() => (globalThis as unknown as WithRouter).__remixRouter.navigate("/nowhere?x=1"));

  await page.getByText("Page Not Found: /nowhere?x=1").waitFor();
  expect(new URL(page.url()).search).toBe("?x=1");
});

test("without scripts it names the path alone", async () => {
  const { page } = await visit("off");
  await page.goto(`${shop.origin}/nowhere?x=1`);

  await page.getByText("Page not found: /nowhere", { exact: true }).waitFor();
});
