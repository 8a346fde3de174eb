import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  checkBytes,
  checkSecrets,
  compareTableRows,
  fingerprint,
  type Manifest,
  readManifest,
  type RowCounts,
  writeManifest,
} from "#app/db/backup-manifest.server.ts";
import {
  dumpPostgres,
  outputLines,
  restorePostgres,
  rowsOfDump,
  restoreTargetState,
} from "#app/db/backup-postgres.server.ts";
import { checkSqlite, copySqlite, replaceSqlite, stateOfSqlite } from "#app/db/backup-sqlite.server.ts";
import { migrationNames } from "#app/db/database-state.server.ts";
import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { postgresDialect } from "#app/db/dialect.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { databaseSettings, useTestDatabase } from "#tests/support/shops/database.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

useTestDatabase();

const isPostgres = process.env["TEST_ENGINE"] === "postgres";

/** Each engine is copied in its own way, and this file runs once for each. */
function onSqlite(name: string, tests: () => void): void {
  if (!isPostgres) describe(name, tests);
}

function onPostgres(name: string, tests: () => void): void {
  if (isPostgres) describe(name, tests);
}

const folder = newFolder();

onSqlite("a SQLite database", () => {
  const source = () => join(databaseSettings()?.["DATA_DIR"] ?? "", "shop.db");

  test("is copied as of one moment while others write to it (D-06)", async () => {
    const before = await countOf("products");
    const writer = new SqliteDatabase(source());
    let writes = 0;
    const write = () => {
      writes += 1;
      writer.prepare("INSERT INTO rate_limits VALUES (?, 1, '2026', '2026')").run(`write-${writes}`);
    };

    const copied = await copySqlite(source(), join(folder, "copy.db"), write);
    writer.close();

    expect(writes).toBeGreaterThan(1);
    expect(copied.rows).toMatchObject({ products: before, rate_limits: 0 });
    expect(checkSqlite(join(folder, "copy.db"))).toEqual(copied.rows);
    expect(copied.migrations).toEqual(migrationNames());
    expect(statSync(join(folder, "copy.db")).mode & 0o077).toBe(0);
  });

  test("is refused when it is damaged", async () => {
    const file = join(folder, "damaged.db");
    await copySqlite(source(), file, () => undefined);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 40_960, 41_984);
    writeFileSync(file, bytes);

    expect(() => checkSqlite(file)).toThrow(/damaged\.db/);
  });

  test("is recognised as open, as holding data, or as missing", async () => {
    const copy = join(folder, "state.db");
    const empty = join(folder, "empty.db");
    const garbage = join(folder, "garbage.db");
    await copySqlite(source(), copy, () => undefined);
    new SqliteDatabase(empty).exec("CREATE TABLE products (id INTEGER)").close();
    writeFileSync(garbage, "not a database at all".repeat(100));

    expect(stateOfSqlite(source())).toBe("in use");
    expect(stateOfSqlite(copy)).toBe("filled");
    expect(stateOfSqlite(garbage)).toBe("filled");
    expect([stateOfSqlite(empty), stateOfSqlite(join(folder, "nothing.db"))]).toEqual(["empty", "empty"]);
  });

  test("is restored, and the replaced one is moved beside it (D-06)", async () => {
    const target = join(folder, "target.db");
    const backup = join(folder, "backup.db");
    await copySqlite(source(), backup, () => undefined);
    new SqliteDatabase(target)
      .exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('old')")
      .close();

    await replaceSqlite(backup, target, `${target}.before`);

    expect(checkSqlite(target)).toEqual(checkSqlite(backup));
    expect(checkSqlite(`${target}.before`)).toEqual({ notes: 1 });
  });
});

const MANIFEST: Manifest = {
  format: 1,
  engine: "sqlite",
  takenAt: "2026-11-28T10:00:00.000Z",
  migrations: [],
  file: "shop.db",
  bytes: 1,
  sha256: "0".repeat(64),
  rows: {},
  hasSecrets: false,
};

onSqlite("a backup's manifest", () => {
  test("is checked for changed files, missing rows and foreign folders", async () => {
    const place = newFolder();
    writeFileSync(join(place, "shop.db"), "some bytes");
    const written = await fingerprint(join(place, "shop.db"));
    await writeManifest(place, { ...MANIFEST, ...written, rows: { orders: 2 } });
    const manifest = await readManifest(place);

    await checkBytes(place, manifest);
    writeFileSync(join(place, "shop.db"), "some other");
    await expect(checkBytes(place, manifest)).rejects.toThrow("its checksum differs");
    rmSync(join(place, "shop.db"));
    await expect(checkBytes(place, manifest)).rejects.toThrow("is missing");
    expect(() => compareTableRows(manifest.rows, { orders: 1 }, "It")).toThrow("orders 1 instead of 2");
    writeFileSync(join(place, "manifest.json"), "{}");
    await expect(readManifest(place)).rejects.toThrow("damaged");
    await expect(readManifest(folder)).rejects.toThrow("is no backup");
  });
});

onSqlite("the secrets of a backup", () => {
  test("are checked before anything is replaced: missing, cut off, or others", async () => {
    const at = newFolder();
    const file = join(at, "secrets.json");
    const absent = { ...MANIFEST, hasSecrets: true };
    await expect(checkSecrets(at, absent)).rejects.toThrow("secrets.json is missing");
    await checkSecrets(at, MANIFEST);

    writeFileSync(file, '{"session":"abc"}');
    const written = { ...absent, secretsSha256: (await fingerprint(file)).sha256 };
    await checkSecrets(at, written);
    await checkSecrets(at, absent);
    writeFileSync(file, '{"session":"ab');
    await expect(checkSecrets(at, written)).rejects.toThrow("is not what was written");
    await expect(checkSecrets(at, absent)).rejects.toThrow("is not what was written");
  });
});

onSqlite("the output of a tool", () => {
  test("is split at line feeds alone, wherever its bytes are cut", async () => {
    const text = "one\u2028still one\u2029and one\u0085\rand one\ntwo é\n\n\\.\nlast";
    for (let size = 1; size < 9; size++) {
      const lines: Array<string> = [];
      for await (const line of outputLines(cut(Buffer.from(text), size))) lines.push(line);
      expect(lines).toEqual(text.split("\n"));
    }
  });
});

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

onPostgres("a PostgreSQL database", () => {
  test("is dumped unchanged, recognised as open, and restored whole (D-06)", async (context) => {
    const url = databaseSettings()?.["DATABASE_URL"];
    // PGlite has no server that its tools could speak to.
    if (!url) return context.skip();
    const server = { url, environment: process.env };
    const dump = join(folder, "shop.dump");

    await db()
      .insertInto("rate_limits")
      .values({ key: "a\u2028b\u2029c\u0085d\re\n\\.\nf", count: 1, free_at: "2026", resets_at: "2026" })
      .execute();

    const { rows, migrations } = await dumpPostgres(server, dump);
    const whileOpen = await restoreTargetState(url);
    await db().deleteFrom("product_images").execute();
    const without = await countOf("product_images");
    await closeDatabase();
    const whenClosed = await restoreTargetState(url);
    const restored: RowCounts = await restorePostgres(server, dump);
    connectTo(postgresDialect(url));

    expect([whileOpen, whenClosed]).toEqual(["in use", "filled"]);
    expect(without).toBe(0);
    expect(migrations).toEqual(migrationNames());
    expect(await rowsOfDump(server, dump)).toEqual(rows);
    expect(restored).toEqual(rows);
    expect(await countOf("product_images")).toBe(rows["product_images"]);
  });

  test("reports why it cannot be dumped", async (context) => {
    const url = databaseSettings()?.["DATABASE_URL"];
    if (!url) return context.skip();
    const withoutTools = { url, environment: { NODE_ENV: "test" as const, PATH: folder } };

    await expect(dumpPostgres(withoutTools, join(folder, "none.dump"))).rejects.toThrow(
      "pg_dump is not installed: it comes with PostgreSQL's client tools (postgresql-client).",
    );
  });
});

async function countOf(table: "products" | "product_images"): Promise<number> {
  const { count } = await db()
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
