import type { Browser } from "playwright";
import { expect } from "vitest";

import type { OpenShop } from "#tests/support/shops/server.ts";

import type { Journey } from "./journey.ts";
import { type ScriptMode, visit } from "./visit.ts";

type Visitor = Readonly<{
  browser: Browser;
  shop: OpenShop;
  mode: ScriptMode;
  options?: Parameters<typeof visit>[2];
}>;

/** Walks `steps` as a new visitor, in whose browser nothing may go wrong. */
export async function walkAs(
  { browser, shop, mode, options = {} }: Visitor,
  steps: (journey: Journey) => Promise<void>,
): Promise<void> {
  const { page, complaints, close } = await visit(browser, mode, options);
  try {
    await steps({ page, origin: shop.origin, mode });
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}
