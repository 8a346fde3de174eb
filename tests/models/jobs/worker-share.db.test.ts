import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { databaseSettings, useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";

useTestDatabase({ catalogue: "none" });

const JOBS = 80;

// PGlite lives in this process: two others cannot share it.
test.skipIf(process.env["TEST_ENGINE"] === "postgres" && !hasPostgresServer)(
  "two processes share the jobs, and each is done by one of them, once",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "shop-share-"));
    const workers = await Promise.all([startProcess(dataDir), startProcess(dataDir)]);
    const keys = Array.from({ length: JOBS }, (_, index) => `mail-${index}`);

    for (const key of keys) await enqueue({ key, kind: "order-confirmation", payload: {} });
    await expect.poll(countOpen, { interval: 50 }).toBe(0);
    await expect.poll(() => workers.flatMap(({ done }) => done()).length).toBeGreaterThanOrEqual(JOBS);
    await Promise.all(workers.map(({ stop }) => stop()));

    const [first = [], second = []] = workers.map(({ done }) => done());
    expect([...first, ...second].sort()).toEqual([...keys].sort());
    expect(first.length).toBeGreaterThan(0);
    expect(second.length).toBeGreaterThan(0);
    const tries = await db().selectFrom("jobs").select("tries").execute();
    expect(new Set(tries.map((row) => row.tries))).toEqual(new Set([1]));
    rmSync(dataDir, { recursive: true, force: true });
  },
);

function countOpen(): Promise<number> {
  return db()
    .selectFrom("jobs")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("status", "<>", "done")
    .executeTakeFirstOrThrow()
    .then(({ count }) => count);
}

async function startProcess(dataDir: string) {
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/shops/mail-worker.ts"],
    {
      env: { ...process.env, DATA_DIR: dataDir, ...databaseSettings() },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain("ready\n");
  return {
    /** Keys of the jobs that it has done. */
    done: () => output.split("\n").filter((line) => line.startsWith("mail-")),
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
