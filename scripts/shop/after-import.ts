import { newProgress } from "./progress.ts";

export async function takeIn(isWatched: boolean): Promise<void> {
  const { refreshSearchNow } = await import("#app/models/search/index-sync.server.ts");
  const { refreshStatistics } = await import("#app/db/statistics.server.ts");
  const taken = newProgress({ what: "products taken in by the search", isRequested: isWatched });
  await refreshSearchNow((done, total) => taken.at(done, total));
  await refreshStatistics();
}
