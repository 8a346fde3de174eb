/** Of two files that load each other, one reads what the other has not made yet. */
import { expect, test } from "vitest";

import { findCycle, importsIn, valueImports } from "#tests/support/checks/import-graph.ts";

test.each(["app", "scripts", "tests"])("no file of %s imports itself by others", (folder) => {
  const graph = valueImports(folder);
  expect(graph.size).toBeGreaterThan(100);
  expect(findCycle(graph)).toBeNull();
});

test("a planted circle is found, and types make none", () => {
  const graphOf = (way: string) =>
    new Map([
      ["app/cart.ts", importsIn("app/cart.ts", 'import { price } from "./price.ts";')],
      ["app/price.ts", importsIn("app/price.ts", 'export { tax } from "#app/tax.ts";')],
      ["app/tax.ts", importsIn("app/tax.ts", way)],
    ]);
  const circle = ["app/cart.ts", "app/price.ts", "app/tax.ts", "app/cart.ts"];

  expect(findCycle(graphOf('import "./cart.ts";'))).toEqual(circle);
  expect(findCycle(graphOf('import { type Cart } from "./cart.ts";'))).toEqual(circle);
  expect(findCycle(graphOf('import type { Cart } from "./cart.ts";'))).toBeNull();
  expect(findCycle(graphOf('export type { Cart } from "./cart.ts";'))).toBeNull();
  expect(findCycle(graphOf('const cart = () => import("./cart.ts");'))).toBeNull();
});
