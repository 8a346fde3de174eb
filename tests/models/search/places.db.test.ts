/** The index of places: made once, and after a change of the catalogue only of what differs. */
import { expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { findPlaces } from "#app/models/search/entity-suggestions.server.ts";
import * as terms from "#app/models/search/query-terms.ts";
import { readSynonyms } from "#app/services/search/embedded/documents.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

vi.mock("#app/models/search/query-terms.ts", { spy: true });

useTestDatabase();

test("a change of the catalogue indexes only the places that it changes", async () => {
  const { places: before } = await findPlaces("stackers");
  const synonyms = await readSynonyms();
  vi.mocked(terms.indexedTexts).mockClear();

  await bumpCatalogueVersion();
  expect((await findPlaces("stackers")).places).toEqual(before);
  expect(await readSynonyms()).toBe(synonyms);
  expect(terms.indexedTexts).not.toHaveBeenCalled();

  await db()
    .updateTable("brands")
    .set({ name: "Quillobard" })
    .where("slug", "=", "hollybough-workshop")
    .execute();
  await bumpCatalogueVersion();
  expect((await findPlaces("quillobard")).places.brands).toMatchObject([{ name: "Quillobard" }]);
  expect(terms.indexedTexts).toHaveBeenCalledTimes(1);
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
