/** Has the tests of a block searched by the database's own full text index, whatever the size of the catalogue. */
import { afterAll, beforeAll } from "vitest";

import { refreshFulltext } from "#app/services/search/embedded/refresh.server.ts";
import { forceDatabaseSearch } from "#app/services/search/embedded/size.server.ts";

const ENOUGH_MS = 60_000;

export function searchByDatabase(): void {
  beforeAll(async () => {
    await takeCatalogueIn();
    forceDatabaseSearch(true);
  });
  afterAll(() => forceDatabaseSearch(null));
}

/** Makes the full text index equal to the catalogue. */
export async function takeCatalogueIn(): Promise<void> {
  const outcome = await refreshFulltext({ chunk: 100, budgetMs: ENOUGH_MS });
  if (outcome !== "done") throw new Error(`The index is not made: ${outcome}`);
}
