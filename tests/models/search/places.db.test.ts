/** The index of places: made once, and after a change of the catalogue only of what differs. */
import { expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { listBrands } from "#app/models/catalogue/brand.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { findPlaces } from "#app/models/search/entity-suggestions.server.ts";
import { readSynonyms } from "#app/services/search/embedded/documents.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** The names of brands that `work` cuts into words: those that it indexes. */
async function brandsIndexed(work: () => Promise<unknown>): Promise<ReadonlyArray<string>> {
  const names = new Set((await listBrands()).map(({ name }) => name));
  const normalize = vi.spyOn(String.prototype, "normalize");
  try {
    await work();
    return normalize.mock.contexts.map(String).filter((text) => names.has(text));
  } finally {
    normalize.mockRestore();
  }
}

test("a change of the catalogue indexes only the places that it changes", async () => {
  const { places: before } = await findPlaces("stackers");
  const synonyms = await readSynonyms();

  await bumpCatalogueVersion();
  const unchanged = await brandsIndexed(async () =>
    expect((await findPlaces("stackers")).places).toEqual(before),
  );
  expect(unchanged).toEqual([]);
  expect(await readSynonyms()).toBe(synonyms);

  const brand = { slug: "hollybough-workshop", name: "Quillobard" };
  await db().updateTable("brands").set({ name: brand.name }).where("slug", "=", brand.slug).execute();
  await bumpCatalogueVersion();
  const changed = await brandsIndexed(async () =>
    expect((await findPlaces("quillobard")).places.brands).toMatchObject([{ name: brand.name }]),
  );
  expect(new Set(changed)).toEqual(new Set([brand.name]));
});

test("changed synonyms hold for places from the next search on", async () => {
  const { value } = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "search_synonyms")
    .executeTakeFirstOrThrow();
  const synonyms = JSON.parse(value) as { misspellings: Record<string, string> };
  expect((await findPlaces("zwistle")).places.brands).toEqual([]);

  synonyms.misspellings["zwistle"] = "hollybough";
  await db()
    .updateTable("settings")
    .set({ value: JSON.stringify(synonyms) })
    .where("key", "=", "search_synonyms")
    .execute();
  await bumpCatalogueVersion();

  expect((await findPlaces("zwistle")).isAsTyped).toBe(false);
});
