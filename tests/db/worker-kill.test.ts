import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { enqueue, LEASE_MS } from "#app/models/jobs/outbox.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

const JOBS = 120;
/** Longest time before a kill, in milliseconds, counted from the first sign of life. */
const LONGEST_LIFE_MS = 60;
const KILLS = 8;

test("a worker that is killed repeatedly sends every email exactly once", async () => {
  const dataDir = newFolder();
  connectTo(sqliteDialect(join(dataDir, "shop.db")));
  await migrate();
  const keys = Array.from({ length: JOBS }, (_, index) => `mail-${index}`);
  for (const key of keys) await enqueue({ key, kind: "order-confirmation", payload: {} });

  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = await startProcess(dataDir, kill);
    await pause(Math.random() * LONGEST_LIFE_MS);
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  const last = await startProcess(dataDir, KILLS);
  const left = await waitUntilDone();
  last.kill("SIGKILL");
  await once(last, "exit");

  const files = readdirSync(join(dataDir, "mail")).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(
    files.map((name) => PostalMime.parse(readFileSync(join(dataDir, "mail", name), "utf8"))),
  );
  expect(left).toBe(0);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(keys.map((key) => `About ${key}`).sort());
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(JOBS);
  for (const { text } of mails) expect(text).toMatch(/All is well\.\s*$/);

  await closeDatabase();
}, 300_000);

async function startProcess(dataDir: string, round: number): Promise<ChildProcess> {
  const ahead = String(round * (LEASE_MS + 1_000));
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/shops/mail-worker.ts", ahead], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

/** Answers how many jobs are not done; waits for none, but not for ever. */
async function waitUntilDone(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { count } = await db()
      .selectFrom("jobs")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("status", "<>", "done")
      .executeTakeFirstOrThrow();
    if (count === 0 || tries > 1_000) return count;
    await pause(100);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
