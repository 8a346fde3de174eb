/** What shoppers searched for and did not find. Only those who allowed statistics are counted. */
import { db } from "#app/db/db.server.ts";

const DAY_MS = 86_400_000;
/** Different searches that are looked at, the most frequent first. */
const READ_MAX = 500;

export type EmptySearch = Readonly<{
  /** In small letters. */
  words: string;
  times: number;
}>;

/** Searches of the last `days` days without a result, the most frequent first. */
export async function listEmptySearches(days: number, now: Date): Promise<ReadonlyArray<EmptySearch>> {
  const rows = await db()
    .selectFrom("analytics_events")
    .select(["properties", ({ fn }) => fn.countAll<number | string>().as("times")])
    .where("occurred_at", ">=", new Date(now.getTime() - days * DAY_MS).toISOString())
    .where("name", "=", "search")
    .where("status", "<>", "held")
    .where("properties", "like", '%"results":0%')
    .groupBy("properties")
    .orderBy("times", "desc")
    .orderBy("properties")
    .limit(READ_MAX)
    .execute();
  const counts = new Map<string, number>();
  for (const { properties, times } of rows) {
    const words = emptyWords(properties);
    if (words !== null) counts.set(words, (counts.get(words) ?? 0) + Number(times));
  }
  return [...counts]
    .map(([words, times]) => ({ words, times }))
    .sort((one, other) => other.times - one.times);
}

/** Null for a search that found something, and for words that were hidden because they looked like an address. */
function emptyWords(text: string): string | null {
  const { search_term: term, results } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (results !== 0 || typeof term !== "string" || term === "(hidden)") return null;
  const words = term.trim().toLowerCase();
  return words === "" ? null : words;
}
