import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { storeNameIfReady } from "#scripts/check-database.ts";
import { SECRET_MARK, secretMarks } from "#scripts/secret-mark.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";

const folder = newFolder();
const whole = join(folder, "whole.db");
let files = 0;

beforeAll(async () => {
  await shopAfter("SELECT 1", whole);
});

/** The demo shop, opened once with these secrets, after `statement`. */
async function shopAfter(statement: string, file = join(folder, `${(files += 1)}.db`)): Promise<string> {
  await copySeededDatabase("demo", file);
  const database = new SqliteDatabase(file);
  database
    .prepare("INSERT INTO settings (key, value) VALUES (?, ?)")
    .run(SECRET_MARK, secretMarks()[0] ?? "");
  database.exec(statement);
  database.close();
  return file;
}

test("a database with all its tables and settings is ready, and its shop's name is reported", () => {
  expect(storeNameIfReady(whole)).toBe("Hollybough");
});

test.each([
  ["lacks a migration", "DELETE FROM kysely_migration WHERE name = '20261129-0100-schema'"],
  [
    "is newer than the shop",
    "INSERT INTO kysely_migration VALUES ('99991231-2359-later', '2030-01-01T00:00:00Z')",
  ],
  ["has no table of migrations", "DROP TABLE kysely_migration"],
  ["has products that the search lacks", "INSERT INTO search_marks VALUES (101)"],
  ["was never opened", `DELETE FROM settings WHERE key = '${SECRET_MARK}'`],
  ["was last opened with another secret", `UPDATE settings SET value = '"x"' WHERE key = '${SECRET_MARK}'`],
  ["has no settings", "DELETE FROM settings"],
  ["lacks one of them", "DELETE FROM settings WHERE key = 'company'"],
  ["has one that cannot be read", "UPDATE settings SET value = '{' WHERE key = 'tax'"],
  ["has one that is not right", `UPDATE settings SET value = '{"default_rate":"a fifth"}' WHERE key = 'tax'`],
])("a database that %s is not ready", async (_, statement) => {
  expect(storeNameIfReady(await shopAfter(statement))).toBeNull();
});

test("a shop whose search index is damaged starts, and says how the index is made anew", async () => {
  const file = join(newFolder(), "shop.db");
  await shopAfter("DROP TABLE search_terms; INSERT INTO search_marks VALUES (101)", file);
  const program = `const { prepareDatabase } = await import("#scripts/bootstrap.ts"); console.log(await prepareDatabase());`;
  const env = { ...process.env, DATA_DIR: dirname(file), DATABASE_URL: "" };
  const start = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    ...{ env, encoding: "utf8" },
  });

  expect(start.stderr).toContain("npm run shop -- search rebuild");
  expect([start.stdout.trim(), start.status]).toEqual(["Hollybough", 0]);
});

test("a missing file, or one that is not a database, is not ready", () => {
  const text = join(folder, "text.db");
  writeFileSync(text, "not a database");

  expect([storeNameIfReady(text), storeNameIfReady(join(folder, "nowhere.db"))]).toEqual([null, null]);
});
