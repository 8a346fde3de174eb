/** SQLite, by the library that this version of Node can load. Nothing else imports better-sqlite3 to open a file. */
import type BetterSqlite3 from "better-sqlite3";

import { loadSqlite } from "#app/config/sqlite-library.server.ts";

export type SqliteDatabase = BetterSqlite3.Database;
export type SqliteStatement = BetterSqlite3.Statement;

export const SqliteDatabase = loadSqlite();
