/** An import says which of its texts make claims, by a folder and by a ZIP, and refuses nothing for them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { catalogueClaimWarning } from "#app/db/seed/catalogue-claims.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { lineClaimWarning } from "#app/models/desk/files/import-kinds.ts";
import { readLines } from "#app/models/desk/files/import-lines.server.ts";
import { NOW } from "#tests/support/now.ts";
import { apply, keepCataloguesHere, upload } from "#tests/support/people/desk/desk-imports.ts";
import {
  changeFile,
  changeRow,
  copyDemoCatalogue,
  DEMO_IMAGERY,
} from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { DEMO_CATALOGUE } from "#tests/support/shops/seeded-database.ts";
import { zipFile } from "#tests/support/shops/zip-file.ts";

useTestDatabase();

beforeEach(keepCataloguesHere);

const ENVIRONMENT = "An eco-friendly choice.";
const BOTH = `${ENVIRONMENT} Nothing is charged before dispatch.`;

type Json = Record<string, unknown>;
type Change = (folder: string) => void;

const inRow =
  (file: string, name: string | number, change: Json): Change =>
  (folder) =>
    changeRow(folder, [file, name], change);

const inStore =
  (change: (store: Record<string, Json>) => object): Change =>
  (folder) =>
    changeFile<Record<string, Json>>(folder, "store.json", change);

/** The first of a list in the delivery's part of the store. */
const inDelivery = (list: "methods" | "zones", change: Json): Change =>
  inStore((store) => {
    const [first, ...others] = store["delivery"]?.[list] as ReadonlyArray<Json>;
    return { ...store, delivery: { ...store["delivery"], [list]: [{ ...first, ...change }, ...others] } };
  });

test.each<[name: string, line: string, Change]>([
  [
    "brand hollybough-workshop, story",
    "Brands",
    inRow("brands.json", "hollybough-workshop", { story: BOTH }),
  ],
  [
    "category wooden-toys, description",
    "Categories",
    inRow("categories.json", "wooden-toys", { description: BOTH }),
  ],
  [
    "store.json, settings.store_strapline",
    "Settings",
    inStore((store) => ({ ...store, settings: { ...store["settings"], store_strapline: BOTH } })),
  ],
  [
    "store.json, returns.exceptions",
    "Settings",
    inStore((store) => ({ ...store, returns: { ...store["returns"], exceptions: ["Mugs", BOTH] } })),
  ],
  ["delivery standard, description", "Delivery methods", inDelivery("methods", { description: BOTH })],
  ["zone ", "Delivery zones", inDelivery("zones", { note: BOTH })],
  ["review 9001, shop_reply", "Reviews", inRow("reviews.json", 9001, { shop_reply: BOTH })],
  [
    "discount code WELCOME10, message_ok",
    "Discount codes",
    inRow("coupons.json", "WELCOME10", { message_ok: BOTH }),
  ],
  [
    "product rainbow-stacker, description",
    "HB-0101",
    inRow("products.json", "rainbow-stacker", { description: ENVIRONMENT }),
  ],
  [
    "product rainbow-stacker, highlights",
    "HB-0101",
    inRow("products.json", "rainbow-stacker", { highlights: ["Oak", ENVIRONMENT] }),
  ],
])("%s: a claim is imported, and named with the outcome", async (name, line, change) => {
  const folder = copyDemoCatalogue();
  change(folder);
  const files = readdirSync(folder).map((file) => ({
    name: file,
    content: readFileSync(join(folder, file)),
  }));

  const id = await upload("catalogue", zipFile(files));
  const applied = await apply(id);
  const warned = (await readLines(id)).filter((one) => lineClaimWarning(one) !== null);
  const again = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });
  const reset = await importCatalogue(DEMO_CATALOGUE, NOW);

  expect(applied).toBe("done");
  expect(warned.map((one) => one.name)).toEqual([expect.stringContaining(line)]);
  const warnings = [...warned.map(lineClaimWarning), again.ok && catalogueClaimWarning(again.value.claims)];
  expect(warnings).toEqual([1, 2].map((): unknown => expect.stringMatching(`^${name}.*eco-friendly`)));
  if (!name.startsWith("product")) expect(warnings[0]).toContain("Nothing is charged before dispatch.");
  expect(reset).toMatchObject({ ok: true, value: { claims: [] } });
});

test("what is no text, and what customers have written, is no claim of the shop", async () => {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["reviews.json", 9001], { text: BOTH, title: "Eco-friendly" });
  changeRow(folder, ["categories.json", "wooden-toys"], { search_keywords: "eco-friendly" });
  changeFile<Json>(folder, "synonyms.json", (synonyms) => ({ ...synonyms, stop_words: ["sustainable"] }));

  expect(await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY })).toMatchObject({
    ok: true,
    value: { claims: [] },
  });
});
