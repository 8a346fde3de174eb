/** What follows when the desk has written a catalogue: the command does the same at once. */
import { refreshStatistics } from "#app/db/statistics.server.ts";

import { planSearchIndex, planSearchRefresh } from "./index-sync.server.ts";

/** The database looks at its tables anew, and the search takes in what changed. Safe to repeat. */
export async function followCatalogueImport(): Promise<void> {
  await refreshStatistics();
  await planSearchIndex();
  await planSearchRefresh(new Date());
}
