import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";

import { type Dialect, Kysely, type Transaction } from "kysely";

import { config } from "#app/config.server.ts";

import { noteChange, noteStatement, uncommittedChanges } from "./cache-invalidation.server.ts";
import { isConflict, postgresDialect, sqliteDialect } from "./dialect.server.ts";
import type { Database } from "./schema.ts";
import { currentReader } from "./request-context.server.ts";

const CONFLICT_TRIES = 4;

const openTransaction = new AsyncLocalStorage<Transaction<Database>>();
let root: Kysely<Database> | null = null;

/** The open transaction if there is one, else what was chosen to read from, else the database itself. */
export function db(): Kysely<Database> {
  return openTransaction.getStore() ?? currentReader() ?? database();
}

/** Never a replica: for what must be as it is now. */
export function currentDb(): Kysely<Database> {
  return openTransaction.getStore() ?? database();
}

export function primaryDb(): Kysely<Database> {
  return database();
}

type Answer = Readonly<{ ok: boolean }>;

/**
 * Rolls back on a refusal (`ok: false`) or an exception. Conflicts are tried again: `command` may touch only
 * the database.
 */
export async function transact<Outcome extends Answer>(command: () => Promise<Outcome>): Promise<Outcome> {
  if (openTransaction.getStore()) return command();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(command);
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome as Outcome;
      if (!isConflict(error) || attempt === CONFLICT_TRIES) throw error;
    }
  }
}

/** `transact` for work that refuses nothing. */
export async function inTransaction(work: () => Promise<void>): Promise<void> {
  await transact(async () => {
    await work();
    return { ok: true };
  });
}

const dutiesOf = new WeakMap<Transaction<Database>, Set<() => Promise<void>>>();
const effectsOf = new WeakMap<Transaction<Database>, Set<() => void>>();

/** As the last part of the open transaction, however often it was asked for; at once where none is open. */
export async function beforeCommit(duty: () => Promise<void>): Promise<void> {
  const open = openTransaction.getStore();
  if (open) dutiesOf.get(open)?.add(duty);
  else await duty();
}

/** Once the open transaction is committed, however often it was asked for; at once where none is open. */
export function afterCommit(effect: () => void): void {
  const open = openTransaction.getStore();
  if (open) effectsOf.get(open)?.add(effect);
  else effect();
}

async function once<Outcome extends Answer>(command: () => Promise<Outcome>): Promise<Outcome> {
  const before = uncommittedChanges();
  const duties = new Set<() => Promise<void>>();
  const effects = new Set<() => void>();
  const work = async () => {
    const outcome = await command();
    if (!outcome.ok) throw new RolledBack(outcome);
    for (const duty of duties) await duty();
    return outcome;
  };
  let outcome: Outcome;
  try {
    outcome = await database()
      .transaction()
      .execute((transaction) => {
        dutiesOf.set(transaction, duties);
        effectsOf.set(transaction, effects);
        return openTransaction.run(transaction, work);
      });
  } finally {
    // Others saw nothing of it before the commit: what they read meanwhile is of the past now.
    if (uncommittedChanges() !== before) noteChange();
  }
  for (const effect of effects) effect();
  return outcome;
}

class RolledBack extends Error {
  readonly outcome: Answer;

  constructor(outcome: Answer) {
    super("rolled back");
    this.outcome = outcome;
  }
}

function database(): Kysely<Database> {
  root ??= connected(configuredDialect());
  return root;
}

function configuredDialect(): Dialect {
  return config.databaseUrl
    ? postgresDialect(config.databaseUrl)
    : sqliteDialect(join(config.dataDir, "shop.db"));
}

/** For tests and for copying between engines. */
export function connectTo(dialect: Dialect): void {
  root = connected(dialect);
}

function connected(dialect: Dialect): Kysely<Database> {
  noteChange();
  return new Kysely<Database>({ dialect, log: noteStatement });
}

const beside = new Set<() => Promise<void>>();

export function closeBeside(close: () => Promise<void>): void {
  beside.add(close);
}

const background = new Set<Promise<void>>();
let isClosing = false;

/** For work on the database that no caller waits for: `closeDatabase` does, whether it fails or not. */
export function inBackground(work: Promise<unknown>): void {
  const forget = () => void background.delete(ended);
  const ended = work.then(forget, forget);
  background.add(ended);
}

/** Long work in the background ends at its next step. */
export function isDatabaseClosing(): boolean {
  return isClosing;
}

/** What ends may begin something, which is waited for too. */
export async function backgroundEnded(): Promise<void> {
  while (background.size > 0) await Promise.all(background);
}

export async function closeDatabase(): Promise<void> {
  isClosing = true;
  await backgroundEnded();
  isClosing = false;
  const closing = root;
  root = null;
  for (const close of beside) await close();
  await closing?.destroy();
}
