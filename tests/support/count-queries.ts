/** Counts the queries that reach the database. */
import { db } from "#app/db/db.server.ts";

/** How many queries `work` makes. Work that runs at the same time would be counted too. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const executor = db().getExecutor();
  let count = 0;
  const original = executor.executeQuery.bind(executor);
  Object.defineProperty(executor, "executeQuery", {
    configurable: true,
    value: (...args: Parameters<typeof original>) => {
      count += 1;
      return original(...args);
    },
  });
  try {
    await work();
  } finally {
    delete (executor as { executeQuery?: unknown }).executeQuery;
  }
  return count;
}
