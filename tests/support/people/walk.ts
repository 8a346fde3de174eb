import { expect, onTestFinished } from "vitest";

import type { OpenShop } from "#tests/support/shops/server.ts";

import type { Journey } from "./journey.ts";
import { type ScriptMode, visit, type VisitOptions } from "./visit.ts";

type Visitor = Readonly<{ shop: OpenShop; mode: ScriptMode; options?: VisitOptions }>;

/** Walks `steps` as a new visitor. An error in the browser fails the test. */
export async function walkAs(
  { shop, mode, options = {} }: Visitor,
  steps: (journey: Journey) => Promise<void>,
): Promise<void> {
  const { page, complaints, close } = await visit(mode, options);
  try {
    await steps({ page, origin: shop.origin, mode });
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

/** A new visitor. An error in their browser fails the test once it is over. */
export async function newVisitor(
  shop: OpenShop,
  mode: ScriptMode,
  options: VisitOptions = {},
): Promise<Journey> {
  const { page, complaints } = await visit(mode, options);
  onTestFinished(() => expect(complaints).toEqual([]));
  return { page, origin: shop.origin, mode };
}
