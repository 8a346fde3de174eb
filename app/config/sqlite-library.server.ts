/** Which better-sqlite3 this version of Node can load (decision 0026). */
import { createRequire } from "node:module";

// eslint-disable-next-line no-restricted-imports -- the choice is one of the machine's, and db and config need the same
import type BetterSqlite3 from "better-sqlite3";

const require = createRequire(import.meta.url);

/** better-sqlite3 13 needs it. Below, in Node 20 and before 22.14, the process ends without a word at the first database. */
const NODE_API_MIN = 10;

export const SQLITE_PACKAGE =
  Number(process.versions.napi) >= NODE_API_MIN ? "better-sqlite3" : "better-sqlite3-12";

export function loadSqlite(): typeof BetterSqlite3 {
  return require(SQLITE_PACKAGE) as typeof BetterSqlite3;
}

/** Where another thread finds the same library. */
export function sqliteLibraryFile(): string {
  return require.resolve(SQLITE_PACKAGE);
}
