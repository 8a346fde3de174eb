import { refreshStatistics } from "#app/db/statistics.server.ts";

import { planSearchIndex, planSearchRefresh } from "./index-sync.server.ts";

/** Safe to repeat. */
export async function followCatalogueImport(): Promise<void> {
  await refreshStatistics();
  await planSearchIndex();
  await planSearchRefresh();
}
