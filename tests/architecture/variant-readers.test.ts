/** Every statement that reads variants or values of options leaves hidden ones out, or has a reason not to. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

/** Statements that begin with one of these tables, or join it. */
const READS =
  /(?:selectFrom|innerJoin|leftJoin)\(\s*"(?:variants|product_option_values)(?: as \w+)?"|\b(?:from|join) (?:variants|product_option_values)\b/gi;

/** How many reads of each file are of every variant, and why. */
const OF_ALL: Readonly<Record<string, readonly [reads: number, why: string]>> = {
  "app/db/seed/made-variants.server.ts": [3, "an import leaves hidden ones alone"],
  "app/db/seed/made-products.server.ts": [1, "their article numbers are taken"],
  "app/db/seed/write-catalogue.server.ts": [2, "an import"],
  "app/db/seed/write-prices.server.ts": [1, "an import"],
  "app/models/cart/line.server.ts": [1, "a basket says what it holds; isForSale knows"],
  "app/models/cart/set-items.server.ts": [1, "findSaleables knows what is for sale"],
  "app/models/catalogue/editing/create-product.server.ts": [2, "article numbers and ids that are taken"],
  "app/models/catalogue/editing/listed-prices.server.ts": [1, "what was sold once has a history of prices"],
  "app/models/catalogue/editing/product-images.server.ts": [1, "the desk"],
  "app/models/catalogue/editing/product-options.server.ts": [2, "the desk"],
  "app/models/catalogue/editing/rename-values.server.ts": [1, "the desk"],
  "app/models/catalogue/editing/sold-prices.server.ts": [1, "what was sold once has a history of prices"],
  "app/models/catalogue/editing/variant-facts.server.ts": [2, "the desk"],
  "app/models/catalogue/inventory/stock-export.server.ts": [1, "the desk's file"],
  "app/models/catalogue/inventory/stock.server.ts": [2, "stock that orders hold"],
  "app/models/catalogue/product-export.server.ts": [2, "the desk's file"],
  "app/models/catalogue/product-variants.server.ts": [1, "images of a hidden value are left out with it"],
  "app/models/desk/files/catalogue-lines.server.ts": [1, "the desk"],
  "app/models/desk/files/catalogue-removal.server.ts": [1, "the desk"],
  "app/models/desk/files/stock-import.server.ts": [1, "the desk"],
  "app/models/desk/products/product-facts.server.ts": [2, "the desk"],
  "app/models/desk/products/product-list.server.ts": [3, "the desk"],
  "app/models/desk/stock-list.server.ts": [1, "the desk"],
  "app/models/gift-list/gift-colours.server.ts": [1, "what givers have ordered keeps its name"],
  "app/models/order/invariants/tables.ts": [4, "what always holds"],
  "app/models/order/preorder.server.ts": [1, "what was ordered is sent, hidden or not"],
  "app/models/stock-alert/email.server.ts": [1, "who waits is answered; batches leave hidden ones out"],
};

test("every read of variants for pages of the shop skips hidden ones", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("db/migrations/"))
    .map((name) => join("app", name));
  const open = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const reads = [...text.matchAll(READS)];
    // A read ends where the next one, or the function, does.
    const unfiltered = reads.filter(({ index }, place) => {
      const end = Math.min(
        reads[place + 1]?.index ?? text.length,
        text.indexOf("\n}\n", index) + 1 || text.length,
      );
      return !/is_visible(?:", "=", 1| = 1)/.test(
        text.slice(index, end).replaceAll(/products\.is_visible/g, ""),
      );
    });
    return unfiltered.length === 0 ? [] : [[file, unfiltered.length] as const];
  });

  expect(Object.fromEntries(open)).toEqual(
    Object.fromEntries(Object.entries(OF_ALL).map(([file, [reads]]) => [file, reads])),
  );
});
