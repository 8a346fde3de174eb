/** A job that is done and whose end the database does not take: the email it sent is not sent again. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { failureText, type Job } from "#app/models/jobs/job.ts";
import { enqueue, LEASE_MS } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs, startWorker, type Worker } from "#app/models/jobs/worker.server.ts";
import type { EmailPort } from "#app/services/email/email-port.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { databaseSettings, useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { type MailServer, startMailServer } from "#tests/support/vendors/mail-server.ts";

useTestDatabase({ catalogue: "none" });

const IS_POSTGRES = process.env["TEST_ENGINE"] === "postgres";

let mail: MailServer;
let port: EmailPort;
/** How far the workers' clock is ahead, in milliseconds: leases run out without anybody waiting a minute. */
let aheadMs: number;
let complaints: Array<string>;
let workers: Array<Worker>;

beforeEach(async () => {
  mail = await startMailServer();
  port = smtpEmail(mail.url);
  aheadMs = 0;
  complaints = [];
  workers = [];
});

afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await mail.stop();
});

type Given = Readonly<{
  /** Done as soon as the mail server has taken the email. */
  afterSending?: () => Promise<void>;
  takeOverAfterMs?: number;
}>;

/** A worker that sends by the real mail server. It takes lapsed leases over at once unless it is told otherwise. */
function startSender({ afterSending, takeOverAfterMs = 0 }: Given): void {
  const send = async (job: Job) => {
    await port.send({
      key: job.key,
      from: { name: "Hollybough", address: "hello@hollybough.example" },
      to: "hannah@example.com",
      subject: "Thank you",
      text: "Thank you.",
      html: "<p>Thank you.</p>",
    });
    await afterSending?.();
  };
  const options = {
    now: () => new Date(Date.now() + aheadMs),
    onError: (error: unknown) => complaints.push(failureText(error)),
    pollMs: 20,
    takeOverAfterMs,
  };
  workers.push(startWorker({ "order-confirmation": send }, options));
}

async function statusOf(key: string): Promise<string | undefined> {
  return (await rowsOf("jobs", { key }))[0]?.status;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(20);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The database takes claims and everything else, but no job's end. Answers with what makes it take them again. */
async function refuseEnds(): Promise<() => Promise<void>> {
  if (IS_POSTGRES) {
    await sql`create function refuse_end() returns trigger as $$ begin raise exception 'disk full'; end $$ language plpgsql`.execute(
      db(),
    );
    await sql`create trigger refuse_end before update on jobs for each row when (new.status = 'done') execute function refuse_end()`.execute(
      db(),
    );
    return async () => {
      await sql`drop function refuse_end cascade`.execute(db());
    };
  }
  await sql`create trigger refuse_end before update on jobs when new.status = 'done' begin select raise(fail, 'disk full'); end`.execute(
    db(),
  );
  return async () => {
    await sql`drop trigger refuse_end`.execute(db());
  };
}

test("an email is sent once when the database refuses to end its job for longer than the lease", async () => {
  const takeEnds = await refuseEnds();
  startSender({});
  await enqueue({ key: "mail-1", kind: "order-confirmation", payload: {} });

  await until(() => complaints.length >= 2);
  aheadMs = 2 * LEASE_MS;
  await until(() => complaints.length >= 5);
  const statusBefore = await statusOf("mail-1");
  await takeEnds();
  await until(async () => (await statusOf("mail-1")) === "done");

  expect(statusBefore).toBe("running");
  expect(mail.received).toHaveLength(1);
});

test("another process leaves an expired job alone until its worker could record the end", async () => {
  const takeEnds = await refuseEnds();
  startSender({});
  await enqueue({ key: "mail-1", kind: "order-confirmation", payload: {} });
  // Between the email and the refusal the first worker would itself take over what has a lease of the past.
  await until(() => complaints.length >= 1);
  expect(mail.received).toHaveLength(1);

  startSender({ takeOverAfterMs: 60_000 });
  aheadMs = 2 * LEASE_MS;
  await enqueue({ key: "mail-2", kind: "order-confirmation", payload: {} });
  await until(() => mail.received.length >= 2);
  await takeEnds();
  await until(async () => (await statusOf("mail-1")) === "done" && (await statusOf("mail-2")) === "done");

  expect(mail.received.map((received) => received.mail.messageId).sort()).toEqual([
    "<mail-1@hollybough.example>",
    "<mail-2@hollybough.example>",
  ]);
});

test("what a handler wants written is written with the job's end, or not at all", async () => {
  await enqueue({ key: "mail-1", kind: "order-confirmation", payload: {} });
  await enqueue({ key: "noted", kind: "search-refresh", payload: {} });
  const sends: Array<string> = [];
  const note = () => changeRows("jobs", { key: "noted" }, { payload: '{"noted":true}' });
  const handler = async (job: Job) => {
    sends.push(job.key);
    return note;
  };

  const takeEnds = await refuseEnds();
  await runDueJobs({ "order-confirmation": handler });
  const during = await rowOf("jobs", { key: "noted" });
  await takeEnds();
  await runDueJobs({ "order-confirmation": handler }, { now: () => new Date(Date.now() + LEASE_MS + 1_000) });

  expect(during.payload).toBe("{}");
  expect((await rowOf("jobs", { key: "noted" })).payload).toBe('{"noted":true}');
  // `runDueJobs` stands for a process that ends: its successor knows nothing of the first email.
  expect(sends).toEqual(["mail-1", "mail-1"]);
});

test.runIf(hasPostgresServer)(
  "an email is sent once when every connection is cut and refused between sending and the job's end",
  async () => {
    const url = databaseSettings()?.["DATABASE_URL"] ?? "";
    const name = new URL(url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, "/postgres") });
    await admin.connect();
    const cut = async () => {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    };
    let isCut = false;
    startSender({
      afterSending: async () => {
        if (isCut) return;
        isCut = true;
        await cut();
      },
    });
    await enqueue({ key: "mail-1", kind: "order-confirmation", payload: {} });

    await until(() => complaints.length >= 3);
    aheadMs = 2 * LEASE_MS;
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
    await until(async () => (await statusOf("mail-1")) === "done");

    expect(mail.received).toHaveLength(1);
  },
);

test.skipIf(IS_POSTGRES)(
  "an email is sent once when the disk is full between sending and the job's end",
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "shop-full-disk-"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", folder]);
    if (mounted.status !== 0) return context.skip("a small disk can be mounted by root only");
    await closeDatabase();
    connectTo(sqliteDialect(join(folder, "shop.db")));
    const ballast = join(folder, "ballast");
    try {
      await migrate();
      await sql`pragma wal_checkpoint(truncate)`.execute(db());
      startSender({ afterSending: async () => fill(ballast) });
      await enqueue({ key: "mail-1", kind: "order-confirmation", payload: {} });

      await until(() => complaints.some((complaint) => /full/.test(complaint)));
      aheadMs = 2 * LEASE_MS;
      await until(() => complaints.length >= 5);
      rmSync(ballast);
      await until(async () => (await statusOf("mail-1")) === "done");

      expect(mail.received).toHaveLength(1);
    } finally {
      for (const worker of workers.splice(0)) await worker.stop();
      await closeDatabase();
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Writes into `file` until the disk takes no more. */
function fill(file: string): void {
  writeFileSync(file, "");
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // A smaller piece may still fit.
    }
  }
}
