import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { join, resolve } from "node:path";

import { isOpenToOthers, keepFilesPrivate, openToOthers } from "#app/config/private-files.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

import { storeNameIfReady } from "./check-database.ts";
import {
  isSecretKnown,
  isShopInUse,
  rememberSecret,
  replacingText,
  replacingWarning,
  secretsLine,
} from "./secret-mark.ts";

export const ROOT = resolve(import.meta.dirname, "..");
/** Largest database, in bytes, that is checked page by page at every start; about a second. */
const CHECKED_MAX_BYTES = 512 * 1024 * 1024;

const require = createRequire(import.meta.url);

export function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** What the environment says already wins. */
export function loadEnvironment(): void {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Read when a process starts. An arena for each thread leaves a hundred megabytes of holes (mallopt(3)), and V8 keeps 32 MB
 * for new objects (nodejs.org/api/cli.html) where 8 do.
 */
export const MEMORY_ENVIRONMENT = {
  MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"] ?? "2",
  NODE_OPTIONS: `--max-semi-space-size=4 ${process.env["NODE_OPTIONS"] ?? ""}`,
} as const;

/** Null when the package is not installed. */
export function commandOf(packageName: string, name: string): string | null {
  try {
    const manifest = require.resolve(`${packageName}/package.json`);
    const { bin } = require(manifest) as { bin: Record<string, string> };
    return join(manifest, "..", bin[name] ?? "");
  } catch {
    return null;
  }
}

export async function requireFreePort(port: number, host: string): Promise<void> {
  const problem = await new Promise<NodeJS.ErrnoException | null>((settle) => {
    const server = createServer();
    server.once("error", settle);
    server.listen({ port, ...(host ? { host } : {}) }, () => server.close(() => settle(null)));
  });
  if (problem?.code === "EADDRINUSE")
    fail(`Port ${port} is already in use. Stop the program that uses it, or set PORT.`);
  if (problem) fail(`The shop cannot listen on port ${port}: ${problem.message}.`);
  if (!host && (await answers(port)))
    fail(`Port ${port} is already in use. Stop the program that uses it, or set PORT.`);
}

/** Another program on 127.0.0.1 alone does not keep us from listening, but it would answer in our place. */
function answers(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      settle(true);
    });
    socket.once("error", () => settle(false));
  });
}

/** Answers with the shop's name. Files made from now on are for their own user alone; the build is for everybody. */
export async function prepareDatabase(): Promise<string> {
  const { config } = await import("#app/config.server.ts");
  keepFilesPrivate();
  warnOfOpenFolder(config.dataDir);
  if (!config.databaseUrl) {
    const file = join(config.dataDir, "shop.db");
    checkDatabaseFile(file);
    const name = storeNameIfReady(file);
    if (name !== null) {
      warnOfReplacing(replacingText(false));
      return name;
    }
  }
  const { registerListeners } = await import("#app/listeners.server.ts");
  const { closeDatabase } = await import("#app/db/db.server.ts");
  const { migrate } = await import("#app/db/migrate.server.ts");
  const { seedWhenEmpty } = await import("#app/db/seed/seed.server.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  try {
    registerListeners();
    await migrate();
    if (await seedWhenEmpty())
      console.log("The database was empty, so the demo catalogue has been imported.");
    await indexWhatIsMarked();
    await checkSecrets();
    const { name } = await findStore();
    return name;
  } catch (error) {
    return fail(`Database: ${reasonOf(error)}`);
  } finally {
    await closeDatabase();
  }
}

/** What an update has marked; the rest of a large catalogue is written in the background, as what cannot be is tried there. */
async function indexWhatIsMarked(): Promise<void> {
  const { indexChanges } = await import("#app/services/search/embedded/indexing.server.ts");
  try {
    await indexChanges({ chunk: 200, budgetMs: 5_000 });
  } catch (error) {
    const remedy = "If doctor still says so in an hour, run npm run shop -- search rebuild.";
    process.stderr.write(`Warning: the search lacks what was changed (${reasonOf(error)}). ${remedy}\n`);
  }
}

const mayReplace = () => process.env["LOST_SECRETS"] === "replace";

function warnOfReplacing(warning: string | null): void {
  if (mayReplace() && warning !== null) process.stderr.write(`Warning: ${warning}.\n`);
}

/** A shop that somebody has used is opened with its own secrets, or with those that its owner gives it. */
async function checkSecrets(): Promise<void> {
  if (mayReplace()) warnOfReplacing(await replacingWarning());
  if (!mayReplace() && !(await isSecretKnown()) && (await isShopInUse())) {
    const { words, remedy } = await secretsLine();
    const problem = `the secrets are ${words}: ${remedy}, or start once with LOST_SECRETS=replace`;
    const isGiven = !["", "generated"].includes(process.env["SESSION_SECRETS"] ?? "");
    if (!isGiven) throw new Error(problem);
    // Not remembered: each start and doctor say so, until those of before are back or their loss is meant.
    process.stderr.write(`Warning: ${problem}.\n`);
    return;
  }
  await rememberSecret();
}

/** As ssh does with its keys. The folder may be open on purpose, so the shop starts all the same. */
function warnOfOpenFolder(folder: string): void {
  if (isOpenToOthers(folder)) process.stderr.write(`Warning: ${openToOthers(folder)}.\n`);
}

/** Looks at the file before anything writes to it: a damaged one is left exactly as it is. */
function checkDatabaseFile(file: string): void {
  if (!existsSync(file)) return;
  const problem = databaseProblem(file);
  if (problem)
    fail(`Database: ${file} is damaged (${problem}). It was left untouched: restore it from a backup.`);
}

function databaseProblem(file: string): string | null {
  const { size } = statSync(file);
  if (size === 0) return "it is empty";
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    try {
      if (size > CHECKED_MAX_BYTES) database.pragma("schema_version");
      else return verdictOf(database.pragma("quick_check(1)", { simple: true }));
    } finally {
      database.close();
    }
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function verdictOf(answer: unknown): string | null {
  if (answer === "ok") return null;
  return String(answer).split("\n").at(-1) ?? "unreadable";
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  return error.message.split("\n", 1)[0] || code;
}
