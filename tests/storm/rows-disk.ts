/** D-02 to D-05 and D-09: power, disk, locks and the clock. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { addToBasket, filledCheckout } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import { atOwnShop, logSize, newShelf, PLENTY, until, untilJobsDone } from "./catalogue-driver.ts";
import { buy, inGroups, sameBasket, statuses, type Timed, timed } from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { payInSilence, notify } from "./provider.ts";
import { Breaks, type Measured, NotProvoked, percentile, type Storm, type StormRow } from "./row.ts";
import { atThePaymentPage } from "./rows-payment.ts";

const MEGABYTE = 1024 * 1024;

/** Flushes to disk, counted from outside: kill -9 cannot show what a power cut would lose. */
async function powerLoss(storm: Storm): Promise<Measured> {
  if (spawnSync("strace", ["-V"]).status !== 0) throw new NotProvoked("strace is not installed");
  const { ground, shop, id } = await atOwnShop(storm);
  const count = storm.isShort ? 5 : 200;
  const waiting = await atThePaymentPage(shop, ground, sameBasket(count, [[id, 1]]));
  await untilJobsDone(ground);
  const report = join(ground.dataDir, "strace.txt");
  const what = ["-f", "-e", "trace=fsync,fdatasync", "-o", report];
  const watcher = spawn("strace", [...what, "-p", String(shop.pid)]);
  const isWatching = await until(() => statSync(report, { throwIfNoEntry: false }) !== undefined, 5_000);
  if (!isWatching || watcher.exitCode !== null) throw new NotProvoked("strace may not look into a process");
  await pause(500);

  for (const { payment } of waiting) await payInSilence(ground, payment.id);
  let paid = 0;
  for (const { payment } of waiting) if ((await notify(shop, payment, "paid")) === 200) paid += 1;

  watcher.kill("SIGINT");
  await once(watcher, "exit");
  const flushes = (readFileSync(report, "utf8").match(/fdatasync|fsync/g) ?? []).length;
  const breaks = new Breaks();
  breaks.unlessEqual(paid, count, "payments acknowledged");
  breaks.unless(flushes >= paid, `${flushes} flushes for ${paid} payments`);
  return breaks.measured(`${flushes} flushes for ${paid} payments acknowledged`);
}

/** The data folder on a small disk of its own, filled to the last byte and emptied again. */
async function fullDisk(storm: Storm): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "shop-storm-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", folder]);
  if (mounted.status !== 0) throw new NotProvoked("a small disk can be mounted by root only");
  try {
    const ground = await storm.ground(folder);
    const { figure, breaks } = await fillDisk(ground, await ground.open());
    await untilJobsDone(ground, 10_000);
    const broken = await brokenInvariants(ground.where);
    await ground.clear();
    return { figure, breaks: [...breaks, ...broken] };
  } finally {
    spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The third shows the basket. */
const STACKER = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const PUBLIC_PAGES = ["/", "/search?q=wooden", "/cart", STACKER];

async function fillDisk(ground: Ground, shop: RunningShop): Promise<Measured> {
  const [id = 0, other = 0] = await newShelf(ground)(PLENTY, PLENTY);
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, id);
  const form = await filledCheckout(shopper);
  const filler = join(ground.dataDir, "filler");
  await fillUp(filler, shopper, other);

  const writes = [await addToBasket(shopper, other), await shopper.post("/checkout", form)];
  const reads = [];
  for (const path of PUBLIC_PAGES) reads.push(await shopper.get(path));
  const health = await shopper.get("/health");
  rmSync(filler);
  const again = [
    await addToBasket(shopper, other),
    await shopper.post("/checkout", await filledCheckout(shopper)),
  ];

  const breaks = new Breaks();
  breaks.unlessEqual(statuses(writes), "2×503", "writes on a full disk");
  breaks.unless(
    writes.every(({ headers }) => headers["retry-after"] !== undefined),
    "an answer without Retry-After",
  );
  breaks.unlessEqual(statuses(reads), `${PUBLIC_PAGES.length}×200`, "pages on a full disk");
  breaks.unless((reads[2]?.body ?? "").includes("Remove"), "the basket is not shown");
  breaks.unless(health.body.includes("degraded"), `health says ${health.body}`);
  breaks.unlessEqual(statuses(again), "2×303", "writes once there is room, without a restart");
  return breaks.measured(
    `full: writes ${statuses(writes)}, pages ${statuses(reads)}, health degraded; after: ${statuses(again)}`,
  );
}

/** Writes until nothing fits any more, not even the next line of a basket. */
async function fillUp(file: string, shopper: Shopper, variantId: number): Promise<void> {
  for (const size of [MEGABYTE, 65_536, 4_096, 512]) {
    const handle = openSync(file, "a");
    try {
      for (;;) if (writeSync(handle, Buffer.alloc(size)) < size) break;
    } catch {
      // Full.
    } finally {
      closeSync(handle);
    }
  }
  for (let time = 0; time < 200; time += 1) if ((await addToBasket(shopper, variantId)).status >= 500) return;
}

const LOCK_MS = 3_000;
const WRITES_A_SECOND = 5;
/** More than a few, so that nobody comes to the most that one basket may hold of the items. */
const WRITERS = 15;
const READS_A_SECOND = 50;
const PATIENCE_MS = 8_000;
const STALL_MAX_MS = 100;
const READ_P99_MS = 300;

/** Another process holds what the shop wants to write to, for three seconds. */
async function lockedOut(storm: Storm): Promise<Measured> {
  const monitor = resolve("tests/support/shops/event-loop-delay.mjs");
  const { ground, shop, id } = await atOwnShop(storm, { env: { NODE_OPTIONS: `--import=${monitor}` } });
  const shoppers = Array.from({ length: WRITERS }, () => new Shopper(shop.origin));
  await inGroups(shoppers, 5, (shopper) => addToBasket(shopper, id));
  for (let time = 0; time < 20; time += 1) await shoppers[0]?.get("/");
  const traffic = { shop, shoppers, id, ms: storm.isShort ? 1_000 : LOCK_MS };
  const free = await visitAndAdd(traffic);
  await stallOf(shop);
  const release = await lockOut(ground);
  const [locked] = await Promise.all([visitAndAdd(traffic), pause(traffic.ms).then(release)]);
  return judgeLock({ ...locked, stall: await stallOf(shop), free });
}

type Traffic = Readonly<{ shop: RunningShop; shoppers: ReadonlyArray<Shopper>; id: number; ms: number }>;
type Visits = Readonly<{ written: ReadonlyArray<Timed<Answer>>; read: ReadonlyArray<Timed<Answer>> }>;

/** Fifty pages and five adds a second, for so long. */
async function visitAndAdd({ shop, shoppers, id, ms }: Traffic): Promise<Visits> {
  const times = (each: number) => Array.from({ length: (ms / 1000) * each });
  const writes = inGroups(times(WRITES_A_SECOND), 100, async (_, index) => {
    await pause((index * 1000) / WRITES_A_SECOND);
    return timed(() => addToBasket(shoppers[index % WRITERS] as Shopper, id));
  });
  const reads = inGroups(times(READS_A_SECOND), 500, async (_, index) => {
    await pause((index * 1000) / READS_A_SECOND);
    return timed(() => new Shopper(shop.origin).get(PUBLIC_PAGES[index % 2] ?? "/"));
  });
  const [written, read] = await Promise.all([writes, reads]);
  return { written, read };
}

type Locked = Visits & Readonly<{ stall: number; free: Visits }>;

function judgeLock({ written, read, stall, free }: Locked): Measured {
  const slowest = Math.max(...written.map(({ ms }) => ms));
  const p99 = (visits: Visits) =>
    percentile(
      visits.read.map(({ ms }) => ms),
      0.99,
    );
  const isWell = ({ value }: Timed<Answer>) =>
    value.status === 303 || (value.status === 503 && value.headers["retry-after"] !== undefined);
  const breaks = new Breaks();
  breaks.unless(written.every(isWell), `writes were answered ${statuses(written.map(({ value }) => value))}`);
  breaks.unless(slowest < PATIENCE_MS + 1_000, `a write took ${Math.round(slowest)} ms`);
  breaks.unlessEqual(statuses(read.map(({ value }) => value)), `${read.length}×200`, "pages meanwhile");
  const answers = statuses(written.map(({ value }) => value));
  return breaks.measured(
    `writes ${answers}, slowest ${Math.round(slowest)} ms (bar ${PATIENCE_MS}); pages p99 ${p99({ written, read })} ms ` +
      `(bar ${READ_P99_MS}, without the lock ${p99(free)}); longest stall ${stall} ms (bar ${STALL_MAX_MS})`,
  );
}

/** Takes the lock that every write needs. Answers with what gives it back. */
async function lockOut(ground: Ground): Promise<() => Promise<void>> {
  if (ground.engine === "sqlite") {
    const other = new SqliteDatabase(join(ground.dataDir, "shop.db"), { timeout: 5_000 });
    other.exec("BEGIN IMMEDIATE");
    return async () => {
      other.exec("COMMIT");
      other.close();
    };
  }
  const other = new pg.Client({ connectionString: ground.where });
  await other.connect();
  await other.query("BEGIN");
  await other.query("LOCK TABLE cart_lines, carts IN EXCLUSIVE MODE");
  return async () => {
    await other.query("COMMIT");
    await other.end();
  };
}

/** The longest stall of the shop's event loop since the last time it was asked, in milliseconds. */
async function stallOf(shop: RunningShop): Promise<number> {
  const output = () => [...shop.logs().matchAll(/event loop delay: .*max (\d+) ms/g)];
  const before = output().length;
  process.kill(shop.pid, "SIGUSR2");
  await until(() => output().length > before, 5_000);
  return Number(output().at(-1)?.[1] ?? Number.NaN);
}

const LOG_MAX_MEGABYTES = 64;

/** Somebody reads for long while others write. */
async function longReader(storm: Storm): Promise<Measured> {
  const { ground, shop, id } = await atOwnShop(storm);
  const reader = new SqliteDatabase(join(ground.dataDir, "shop.db"), { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT COUNT(*) FROM carts").get();
  const shoppers = Array.from({ length: 20 }, () => new Shopper(shop.origin));
  const end = Date.now() + (storm.isShort ? 1_000 : 20_000);
  let writes = 0;

  await inGroups(shoppers, shoppers.length, async (shopper) => {
    while (Date.now() < end) {
      const added = await addToBasket(shopper, id);
      if (added.status < 500) writes += 1;
      await shopper.post("/cart", { intent: "estimate-delivery", postcode: "GL5 1QN" });
    }
  });

  const during = logSize(ground) / MEGABYTE;
  reader.exec("COMMIT");
  reader.close();
  await ground.lookAway();
  await shop.stop();
  const after = logSize(ground) / MEGABYTE;
  const breaks = new Breaks();
  breaks.unless(during < LOG_MAX_MEGABYTES, `the log grew to ${during.toFixed(1)} MB`);
  breaks.unlessEqual(after, 0, "megabytes of log after the end");
  return breaks.measured(
    `${writes} writes beside a reader: log ${during.toFixed(1)} MB (bar ${LOG_MAX_MEGABYTES}), 0 after`,
  );
}

const DAY_MS = 86_400_000;
/** Where the clock jumps to, in milliseconds, and back. */
const JUMPS = [0, 400 * DAY_MS, -2 * 3_600_000, 0];

/** The server's clock is wrong, and jumps while the shop is open. */
async function wrongClock(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const file = join(ground.dataDir, "clock");
  writeFileSync(file, "0");
  const loader = resolve("tests/storm/clock.mjs");
  const shop = await ground.open({ env: { NODE_OPTIONS: `--import=${loader}`, SHOP_CLOCK_FILE: file } });
  const [id = 0] = await newShelf(ground)(PLENTY);
  const breaks = new Breaks();
  const reported: Array<number> = [];
  for (const jump of JUMPS) {
    const [half] = await atThePaymentPage(shop, ground, sameBasket(1, [[id, 1]]));
    writeFileSync(file, String(jump));
    await pause(300);
    const thanks = await buy(new Shopper(shop.origin), id);
    breaks.unless(thanks.body.includes("Thank you"), `a purchase at ${jump} ms ended with ${thanks.status}`);
    if (half) reported.push(await notify(shop, half.payment, "paid"));
    breaks.unlessEqual(await untilJobsDone(ground, 15_000), [], `jobs at ${jump} ms`);
  }
  breaks.unlessEqual(reported, [200, 400, 400, 200], "webhooks signed at the true time");
  const orders = ground.db.selectFrom("orders").select("id");
  const backwards = await orders.whereRef("expires_at", "<=", "placed_at").execute();
  breaks.unlessEqual(backwards.length, 0, "orders that ended before they began");
  return breaks.measured(`${JUMPS.length} jumps, ${JUMPS.length} purchases; webhooks ${reported.join(" ")}`);
}

export const DISK_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-02",
    hazard: "power loss, which kill -9 cannot show",
    passes: "at least one flush to disk for each payment acknowledged",
    engines: ["sqlite"],
    limitSeconds: 120,
    run: powerLoss,
  },
  {
    id: "D-03",
    hazard: "the disk is full",
    passes: "writes 503 with Retry-After, basket kept, pages 200; well again without a restart",
    engines: ["sqlite"],
    limitSeconds: 120,
    run: fullDisk,
  },
  {
    id: "D-04",
    hazard: "another process holds the write lock for 3 s",
    passes: "writes done or 503 in 8 s, pages 200; stall < 100 ms, pages p99 < 300 ms",
    limitSeconds: 60,
    run: lockedOut,
  },
  {
    id: "D-05",
    hazard: "a long reader beside many writes",
    passes: "write-ahead log < 64 MB, folded in afterwards",
    engines: ["sqlite"],
    limitSeconds: 90,
    run: longReader,
  },
  {
    id: "D-09",
    hazard: "the clock is wrong: +400 days, -2 hours, back",
    passes: "purchases go on; webhooks outside 300 s refused; nothing ends before it begins",
    limitSeconds: 120,
    run: wrongClock,
  },
];
