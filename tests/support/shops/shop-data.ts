/** The database and the emails of a running shop, as other programs on its machine see them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";
import { vi } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

import type { OpenShop } from "./server.ts";

type Place = Pick<OpenShop, "dataDir">;

/** On a machine that has much else to do. */
const WAIT_MAX_MS = 60_000;
const LOOK_EVERY_MS = 50;

export function withDatabase<Value>({ dataDir }: Place, work: (database: SqliteDatabase) => Value): Value {
  const database = new SqliteDatabase(join(dataDir, "shop.db"), { timeout: WAIT_MAX_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The first value of the first row that `query` finds. */
export function ask(shop: Place, query: string, ...values: ReadonlyArray<unknown>): unknown {
  return withDatabase(shop, (database) => database.prepare(query).pluck().get(values));
}

/** A statement that answers with nothing. */
export function write(shop: Place, statement: string, ...values: ReadonlyArray<unknown>): void {
  withDatabase(shop, (database) => database.prepare(statement).run(values));
}

/** Every email so far. A file has its name once it is whole. */
export async function sentEmails({ dataDir }: Place): Promise<ReadonlyArray<Email>> {
  const folder = join(dataDir, "mail");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
  return Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

/** Waits for the email that `isIt` is true of. */
export async function emailThat(shop: Place, isIt: (email: Email) => boolean): Promise<Email> {
  return vi.waitUntil(async () => (await sentEmails(shop)).find(isIt), {
    timeout: WAIT_MAX_MS,
    interval: LOOK_EVERY_MS,
  });
}
