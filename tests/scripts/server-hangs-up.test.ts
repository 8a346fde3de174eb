/** What the operator's commands do when the PostgreSQL server ends their connection in the middle. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { expect, test } from "vitest";

import { ask } from "#tests/support/shops/ephemeral-postgres.ts";
import { runNode } from "#tests/support/shops/server.ts";
import { countProducts, useShopBesideServer } from "#tests/support/shops/shop-beside-server.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the server said last, or, where that was lost with the connection, the system. */
const HUNG_UP =
  /^The connection to the database failed: (?:terminating connection due to administrator command|read ECONNRESET|Connection terminated unexpectedly)$/;

const shop = useShopBesideServer("hang_up");
const HANG_UP = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${shop.database}'`;

/** Copies the shop, and has the server hang up when a third is done: nothing of this process runs meanwhile. */
async function copyCutShort(to: "postgres" | "sqlite"): Promise<unknown> {
  const { copyDatabase } = await import("#app/db/copy-database.server.ts");
  let isCut = false;
  const onProgress = (done: number, total: number) => {
    if (isCut || done < total / 3) return;
    isCut = true;
    const ended = spawnSync("psql", [
      "--no-psqlrc",
      "--tuples-only",
      shop.server ?? "",
      `--command=${HANG_UP}`,
    ]);
    if (!ended.stdout.toString().includes("t"))
      throw new Error(`Nobody was cut off: ${String(ended.stderr)}`);
  };
  const now = new Date("2026-11-23T10:00:00Z");
  return copyDatabase(to, { isForced: true, now, onProgress }).catch((error: unknown) => error);
}

async function untilThere(file: string): Promise<void> {
  while (!existsSync(file)) await pause(20);
}

test("a copy that loses the server reports it, and leaves the target empty or unchanged", async (context) => {
  if (!shop.server) context.skip("no PostgreSQL server answers");
  const { folder } = shop;
  const { BackupError } = await import("#app/db/backup-manifest.server.ts");
  const { copyDatabase } = await import("#app/db/copy-database.server.ts");

  const there = await copyCutShort("postgres");
  expect(there).toBeInstanceOf(BackupError);
  expect((there as Error).message).toMatch(
    /cannot be copied: terminating connection|connection to the database failed/,
  );
  expect(await countProducts(shop)).toBe(0);

  const now = new Date("2026-11-23T11:00:00Z");
  await copyDatabase("postgres", { isForced: true, now, onProgress: () => undefined });
  const before = readFileSync(join(folder, "shop.db"));
  const back = await copyCutShort("sqlite");
  expect(back).toBeInstanceOf(BackupError);
  expect((back as Error).message).toMatch(HUNG_UP);
  expect(readFileSync(join(folder, "shop.db")).equals(before)).toBe(true);
  expect(readdirSync(folder).filter((entry) => /copying|before-copy/.test(entry))).toEqual([]);
}, 240_000);

test("a backup that loses the server reports it in one line, exits with 1 and leaves no folder", async (context) => {
  if (!shop.server) context.skip("no PostgreSQL server answers");
  const { folder } = shop;
  const tools = join(folder, "tools");
  const [started, goOn] = [join(folder, "dump-started"), join(folder, "dump-may-go-on")];
  mkdirSync(tools);
  // The real tool, after a pause in which the connection is cut that it shares a moment of the database with.
  const real = spawnSync("sh", ["-c", "command -v pg_dump"]).stdout.toString().trim();
  if (!real) context.skip("pg_dump is not installed");
  const wait = `touch '${started}'; while [ ! -e '${goOn}' ]; do sleep 0.02; done; exec '${real}' "$@"`;
  writeFileSync(join(tools, "pg_dump"), `#!/bin/sh\n${wait}\n`, { mode: 0o755 });
  const backups = join(folder, "backups");
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    PATH: `${tools}:${process.env["PATH"] ?? ""}`,
  };

  const run = runNode(["--import", "tsx", "scripts/shop.ts", "backup", "--out", backups], env);
  await Promise.race([run, untilThere(started)]);
  const cut = await ask(shop.server ?? "", HANG_UP);
  writeFileSync(goOn, "");
  const { code, output } = await run;

  expect(cut).toHaveLength(1);
  expect(output.split("\n")).toEqual([expect.stringMatching(HUNG_UP), ""]);
  expect(code).toBe(1);
  expect(readdirSync(backups)).toEqual([]);
}, 120_000);

test("only two files open connections with pg, and both handle the server's disconnect message", () => {
  const files = ["app", "scripts"].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: "utf8" }).map((file) => `${top}/${file}`),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const openers = sources.filter((file) =>
    /^import (?!type\b).*from "pg"/m.test(readFileSync(join(ROOT, file), "utf8")),
  );

  expect(openers.sort()).toEqual(["app/db/postgres-client.server.ts", "app/db/postgres-pool.server.ts"]);
  for (const file of openers) expect(readFileSync(join(ROOT, file), "utf8")).toContain('.on("error"');
});
