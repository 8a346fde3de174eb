/** The work of a catalogue has a process of its own: it holds up nobody, and its end loses nothing. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { inOwnProcess } from "#app/db/own-process.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { checkImportAgain, findImport, undoImport } from "#app/models/desk/files/imports.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { NOW } from "#tests/support/now.ts";
import { countQueries, listAllQueries } from "#tests/support/checks/count-queries.ts";
import { placedOrder } from "#tests/support/people/checkout.ts";
import { apply, check, COMMAND, importLines, upload } from "#tests/support/people/desk/desk-imports.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { productId } from "#tests/support/people/desk/desk-products.ts";
import { databaseSettings, useTestDatabase } from "#tests/support/shops/database.ts";
import { packedCatalogue } from "#tests/support/shops/packed-catalogue.ts";

useTestDatabase();

const RENAMED = packedCatalogue({ "bead-maze": "A maze of beads" });
const SCRIPT = "scripts/catalogue-process.ts";

/** The other process has the database of this test. */
beforeEach(({ skip }) => {
  const settings = databaseSettings();
  if (!settings) return skip("The database lives in this process");
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const foldersLeft = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`shop-own-process-${process.pid}-`));
const nameOf = async () => (await findProduct(await productId("bead-maze"), NOW))?.name;

function start(request: object) {
  const child = fork(SCRIPT, {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send(request);
  return child;
}

/** The other process starts from the sources, on a machine that has much to do. */
const SLOW = { timeout: 300_000 };

test(
  "a check is whole while a sale has written and is not committed yet, and pages are read meanwhile",
  SLOW,
  async () => {
    const events: Array<string> = [];
    let begin = () => {};
    let isOver = false;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const sale = transact(async () => {
      await db()
        .updateTable("variants")
        .set((row) => ({ reserved: row("reserved", "+", 1) }))
        .where("on_hand", ">", 1)
        .execute();
      begin();
      // PostgreSQL ends a transaction that does nothing.
      while (!isOver) {
        await sql`select 1`.execute(db());
        await pause(200);
      }
      return ok(null);
    }).then(() => events.push("sale"));
    await hasBegun;

    const checking = check("catalogue", RENAMED).then((done) => {
      events.push("check");
      return done;
    });
    const before = await nameOf();
    events.push("page");
    const { lines } = await checking.finally(() => (isOver = true));
    await sale;

    expect(events).toEqual(["page", "check", "sale"]);
    expect(lines.filter(({ outcome }) => outcome === "changed")).toMatchObject([
      { title: "A maze of beads", changes: { Name: [before, "A maze of beads"] } },
    ]);
    expect(await nameOf()).toBe(before);
    expect(foldersLeft()).toEqual([]);
  },
);

test("a check whose shop has gone ends, and removes its copy of the database", SLOW, async ({ skip }) => {
  if (process.env["TEST_ENGINE"] === "postgres") skip("PostgreSQL's is checked where it is");
  const folder = await mkdtemp(join(tmpdir(), "shop-check-"));
  const child = start({ step: "check", folder, content: RENAMED, now: NOW, overwritesEdits: false });
  await vi.waitUntil(() => existsSync(join(folder, "shop.db")), SLOW);
  child.disconnect();

  expect(await once(child, "exit")).toEqual([1, null]);
  expect(existsSync(folder)).toBe(false);
});

test("this process asks the database nothing for a check", SLOW, async () => {
  expect(await countQueries(() => check("catalogue", RENAMED))).toBe(0);
});

test.each([
  ["takes too long", { timeMs: 1, heapMb: 1_024, nice: 5 }],
  ["needs too much memory", { timeMs: 120_000, heapMb: 12, nice: 5 }],
])("a check that %s is ended, and leaves nothing behind", SLOW, async (_, limits) => {
  const request = { step: "check", content: RENAMED, now: NOW, overwritesEdits: false };

  expect(await inOwnProcess(SCRIPT, request, limits)).toBeNull();
  expect(foldersLeft()).toEqual([]);
});

test(
  "an upload whose check has died stays, says so, cannot be applied, and is checked again",
  SLOW,
  async () => {
    vi.stubEnv("PORT", "no number");
    const id = await upload("catalogue", RENAMED);

    expect(await importLines(id, "wrong")).toMatchObject([
      { reason: expect.stringMatching(/^The check ended without an answer.*Nothing was changed/) as string },
    ]);
    expect(await apply(id)).toBe("import-ended");

    vi.stubEnv("PORT", "3000");
    expect(await apply(id)).toBe("import-wrong");
    expect(await outcomeOf(checkImportAgain(id, COMMAND))).toBe("done");

    expect(await importLines(id, "wrong")).toEqual([]);
    expect(await importLines(id, "changed")).toMatchObject([{ title: "A maze of beads" }]);
    expect(await apply(id, COMMAND, (await findImport(id, COMMAND))?.version)).toBe("done");
    expect(await nameOf()).toBe("A maze of beads");
  },
);

const isOfTheScript = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(SCRIPT);

function childrenNow(): ReadonlyArray<number> {
  const threads = readdirSync(`/proc/${process.pid}/task`);
  const listed = threads.flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, "utf8").split(" "),
  );
  return listed.filter((pid) => pid !== "" && isOfTheScript(pid)).map(Number);
}

/** By a transaction that has not ended. */
async function isBeingApplied(importId: number): Promise<boolean> {
  if (isSqlite(db())) return isLocked(join(databaseSettings()?.["DATA_DIR"] ?? "", "shop.db"));
  const free = db().selectFrom("file_imports").select("id").where("id", "=", importId);
  return (await free.forUpdate().skipLocked().execute()).length === 0;
}

function isLocked(file: string): boolean {
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    database.exec("begin immediate; rollback");
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

/** Stops the process that applies this import while it writes; answers with its number. */
async function stopWhileWriting(importId: number): Promise<number> {
  await vi.waitUntil(() => isBeingApplied(importId), { ...SLOW, interval: 10 });
  const [pid = 0] = childrenNow();
  process.kill(pid, "SIGSTOP");
  expect(await isBeingApplied(importId)).toBe(true);
  return pid;
}

const MANY = 1_000;
const stateOf = async (id: number) => (await findImport(id, COMMAND))?.state;

test(
  "while a thousand products are applied pages are read and a sale goes on, and this process writes nothing of them",
  SLOW,
  async () => {
    const before = await nameOf();
    const id = await upload("catalogue", packedCatalogue({ "bead-maze": "A maze of beads" }, MANY));
    const events: Array<string> = [];
    const applying = apply(id).finally(() => events.push("import"));
    const pid = await stopWhileWriting(id);
    expect(await nameOf()).toBe(before);
    events.push("page");
    const sale = placedOrder({ 5000: 1 });
    process.kill(pid, "SIGCONT");

    expect(await applying).toBe("done");
    expect((await sale).orderId).toMatch(/^order_/);
    expect(events).toEqual(["page", "import"]);
    expect(await nameOf()).toBe("A maze of beads");

    const texts = await listAllQueries(() => undoImport(id, COMMAND));
    expect(texts.filter((text) => !/^(?:select|pragma)\b/.test(text))).toEqual([]);
    expect(await stateOf(id)).toBe("undone");
    expect(await nameOf()).toBe(before);
  },
);

test("an import whose process or shop is killed is undone or whole", SLOW, async () => {
  const before = await nameOf();
  const id = await upload("catalogue", packedCatalogue({ "bead-maze": "A maze of beads" }, MANY));

  const applying = apply(id);
  process.kill(await stopWhileWriting(id), "SIGKILL");
  expect(await applying).toBe("import-ended");
  expect([await stateOf(id), await nameOf()]).toEqual(["checked", before]);

  const folder = await mkdtemp(join(tmpdir(), "shop-import-"));
  const found = await findImport(id, COMMAND);
  const child = start({ step: "apply", folder, found, version: 1, actor: COMMAND });
  const pid = await stopWhileWriting(id);
  child.disconnect();
  process.kill(pid, "SIGCONT");
  await once(child, "exit");
  expect([
    ["checked", before],
    ["applied", "A maze of beads"],
  ]).toContainEqual([await stateOf(id), await nameOf()]);
});
