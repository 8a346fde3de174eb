/** Listens to the queries that reach the database. */
import { type CompiledQuery, DefaultQueryExecutor } from "kysely";
import { vi } from "vitest";

import { backgroundEnded, db } from "#app/db/db.server.ts";

/** Asks whether anything has changed, reads no table, and is asked once in an iteration of the event loop or a second. */
const HAS_CHANGED = /^pragma data_version$|pg_current_snapshot\(\)/;

/**
 * How many queries `work` makes that read a table: how often it asks whether anything has changed depends on time. Work
 * that runs at the same time would be counted too.
 */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const texts = await whileNoSecondPasses(() => listQueries(work));
  return texts.filter((text) => !HAS_CHANGED.test(text)).length;
}

/**
 * PostgreSQL's answer to whether anything has changed moves with every database of its server. In `work` the shop does
 * not ask again if it has asked before, so that other test files do not make it read something anew.
 */
async function whileNoSecondPasses<Value>(work: () => Promise<Value>): Promise<Value> {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

/** The texts of the queries that `work` makes, once what runs in the background has ended. */
export async function listQueries(work: () => Promise<unknown>): Promise<ReadonlyArray<string>> {
  await backgroundEnded();
  const executor = db().getExecutor();
  const texts: Array<string> = [];
  const original = executor.executeQuery.bind(executor);
  Object.defineProperty(executor, "executeQuery", {
    configurable: true,
    value: (...args: Parameters<typeof original>) => {
      texts.push(args[0].sql);
      return original(...args);
    },
  });
  try {
    await work();
  } finally {
    delete (executor as { executeQuery?: unknown }).executeQuery;
  }
  return texts;
}

/** As `listQueries`, with the queries inside of transactions, while no second passes. */
export async function listAllQueries(work: () => Promise<unknown>): Promise<ReadonlyArray<string>> {
  const texts: Array<string> = [];
  await interceptQueries(
    (text, run) => {
      texts.push(text);
      return run();
    },
    () => whileNoSecondPasses(work),
  );
  return texts;
}

/** Each query of `work`, also inside of transactions, is run by `hook`. */
export async function interceptQueries<Value>(
  hook: (text: string, run: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<Value>,
): Promise<Value> {
  const prototype = DefaultQueryExecutor.prototype;
  const original = Reflect.get(prototype, "executeQuery") as (query: CompiledQuery) => Promise<unknown>;
  const value = function (this: DefaultQueryExecutor, query: CompiledQuery) {
    return hook(query.sql, () => original.call(this, query));
  };
  // The method itself is the base class's: nothing is overwritten.
  Object.defineProperty(prototype, "executeQuery", { configurable: true, value });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(prototype, "executeQuery");
  }
}
