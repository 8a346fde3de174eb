/** D-01 and P-08, D-08, D-10 and D-12: killed, told to end, and left in the middle of a word. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";

import { addToBasket, filledCheckout, payAt } from "#tests/support/people/purchase.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { environment, type RunningShop } from "#tests/support/shops/server.ts";

import {
  atOwnShop,
  emails,
  logSize,
  makeJobsDue,
  newShelf,
  PLENTY,
  until,
  untilJobsDone,
} from "./catalogue-driver.ts";
import { isWayToPay, paymentIdOf, timed } from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { notify, paidAtProvider, payInSilence, paymentOf } from "./provider.ts";
import { Breaks, type Measured, percentile, type Storm, type StormRow } from "./row.ts";

/** Acknowledged orders and payments before a kill, at most; then so many milliseconds more, at most. */
const PROMISES_MAX = 12;
const LAST_MOMENT_MS = 30;
const LIFE_MAX_MS = 5_000;
const SHOPPERS = 6;
const BASKETS_EACH = 3;
const READY_MAX_MS = 3_000;

/** Ids of payments: what the shop has said yes to. */
type Output = Readonly<{ placed: Set<string>; paid: Set<string> }>;
type Basket = Readonly<{ shopper: Shopper; form: Fields }>;

/** SIGKILL while orders, payments and webhooks arrive, again and again. */
async function killed(storm: Storm): Promise<Measured> {
  const rounds = storm.isShort ? 3 : 30;
  const ground = await storm.ground();
  const variants = await newShelf(ground)(...Array.from({ length: SHOPPERS }, () => PLENTY));
  const port = await freePort();
  const output: Output = { placed: new Set(), paid: new Set() };
  const starts: Array<number> = [];
  const open = async () => {
    const { value, ms } = await timed(() => ground.open({ port }));
    starts.push(ms);
    return value;
  };
  for (let round = 0; round < rounds; round += 1) {
    const shop = await open();
    const baskets = await basketsAtTheTill(shop, variants);
    const buying = baskets.map((list, index) =>
      buyUntilTheEnd({ shop, ground, output }, list, index % 2 === 0),
    );
    const enough = output.placed.size + output.paid.size + 1 + Math.floor(storm.random() * PROMISES_MAX);
    await until(() => output.placed.size + output.paid.size >= enough, LIFE_MAX_MS);
    await pause(storm.random() * LAST_MOMENT_MS);
    await shop.kill();
    await Promise.all(buying);
  }
  await endLeasesOfTheDead(ground);
  const shop = await open();
  const waiting = await untilJobsDone(ground);
  // The provider sends again what it got no answer to.
  for (const id of await paidAtProvider(ground)) await notify(shop, await paymentOf(ground, id), "paid");
  await untilJobsDone(ground);
  await shop.stop();
  return reckon(ground, { output, starts, rounds, waiting });
}

type End = Readonly<{
  output: Output;
  starts: ReadonlyArray<number>;
  rounds: number;
  waiting: ReadonlyArray<string>;
}>;

async function reckon(ground: Ground, { output, starts, rounds, waiting }: End): Promise<Measured> {
  const found = await ground.db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.provider_payment_id as id", "orders.status", "orders.id as orderId"])
    .execute();
  const byPayment = new Map(found.map((row) => [row.id, row.status]));
  const paidOrders = found.filter(({ status }) => status === "paid").map(({ orderId }) => orderId);
  const expected = paidOrders.map((id) => `order-confirmation-${id}.eml`).sort();
  const lost = [...output.placed].filter((id) => !byPayment.has(id));
  const unpaid = [...output.paid].filter((id) => byPayment.get(id) !== "paid");
  const breaks = new Breaks();
  breaks.unless(
    output.placed.size > rounds && output.paid.size > rounds,
    "too little was bought to prove anything",
  );
  breaks.unlessEqual(lost, [], "orders acknowledged and lost");
  breaks.unlessEqual(unpaid, [], "payments acknowledged and lost");
  breaks.unlessEqual(waiting, [], "jobs that nobody took over");
  const toShoppers = emails(ground.dataDir).filter((name) => !name.startsWith("new-order-email-"));
  breaks.unlessEqual(toShoppers.sort(), expected, "emails");
  const slowest = percentile(starts, 1);
  return breaks.measured(
    `${rounds} kills: ${output.placed.size} orders and ${output.paid.size} payments acknowledged, ` +
      `${lost.length + unpaid.length} lost; slowest start ${slowest} ms (bar ${READY_MAX_MS})`,
  );
}

/** For each shopper a few baskets, two items in each, with the till's form filled in. */
function basketsAtTheTill(
  { origin }: RunningShop,
  variants: ReadonlyArray<number>,
): Promise<ReadonlyArray<ReadonlyArray<Basket>>> {
  return Promise.all(
    Array.from({ length: SHOPPERS }, async (_, index) => {
      const baskets: Array<Basket> = [];
      for (let count = 0; count < BASKETS_EACH; count += 1) {
        const shopper = new Shopper(origin);
        await addToBasket(shopper, variants[index] ?? 0, 1);
        await addToBasket(shopper, variants[(index + 1) % SHOPPERS] ?? 0, 2);
        baskets.push({ shopper, form: await filledCheckout(shopper) });
      }
      return baskets;
    }),
  );
}

const BAD_GATEWAY = 502;

type Fire = Readonly<{ shop: RunningShop; ground: Ground; output: Output }>;

/**
 * Orders and pays one basket after the other until the line goes dead, and notes what was promised. Half of the
 * payments are made in silence, and their webhooks come three at a time.
 */
async function buyUntilTheEnd(
  fire: Fire,
  baskets: ReadonlyArray<Basket>,
  isReported: boolean,
): Promise<void> {
  const { output } = fire;
  for (const { shopper, form } of baskets) {
    const placed = await answerOrDeath(() => shopper.post("/checkout", form));
    if (!placed) return;
    if (!isWayToPay(placed)) throw new Error(`The shop answered ${placed.status}`);
    const id = paymentIdOf(placed);
    output.placed.add(id);
    const isPaid = isReported ? await payByWebhook(fire, id) : await payByPage(shopper, placed);
    if (!isPaid) return;
    output.paid.add(id);
  }
}

async function payByWebhook({ shop, ground }: Fire, id: string): Promise<boolean> {
  const payment = await paymentOf(ground, id);
  await payInSilence(ground, id);
  const reported = await Promise.all([1, 2, 3].map(() => answerOrDeath(() => notify(shop, payment, "paid"))));
  return reported.includes(200);
}

async function payByPage(shopper: Shopper, { location }: Answer): Promise<boolean> {
  const paid = await answerOrDeath(() => payAt(shopper, location ?? ""));
  if (paid && paid.status !== 303) throw new Error(`The payment page answered ${paid.status}`);
  if (paid) await answerOrDeath(() => shopper.get(paid.location ?? ""));
  return paid !== null;
}

/** Null when the line went dead, or nginx says that it did. */
async function answerOrDeath<Value extends number | Answer>(
  ask: () => Promise<Value>,
): Promise<Value | null> {
  const answer = await ask().catch(() => null);
  const status = typeof answer === "number" ? answer : answer?.status;
  return status === BAD_GATEWAY ? null : answer;
}

/** What killed workers had in hand is free a minute later, and what failed is tried again: this is that minute. */
async function endLeasesOfTheDead({ db }: Ground): Promise<void> {
  const past = new Date(Date.now() - 1_000).toISOString();
  await db.updateTable("jobs").set({ leased_until: past }).where("status", "=", "running").execute();
  await makeJobsDue({ db });
}

/** SIGTERM while pages are asked for and orders placed. */
async function stopRequested(storm: Storm): Promise<Measured> {
  const { ground, shop, id } = await atOwnShop(storm);
  const tally = { whole: 0, cut: 0, refused: 0 };
  const state = { isOn: true };
  const load = Array.from({ length: 10 }, async (_, index) => {
    const shopper = new Shopper(shop.origin, { connection: "close" });
    while (state.isOn) {
      const ask = index < 5 ? () => shopper.get("/") : () => addToBasket(shopper, id);
      await ask().then(
        () => (tally.whole += 1),
        // Cut: an answer that had begun. A connection that was never listened to is the client's to open again.
        (error: unknown) => (tally[(error as Error).message === "aborted" ? "cut" : "refused"] += 1),
      );
      await pause(100);
    }
  });
  await pause(storm.isShort ? 500 : 3_000);
  await ground.lookAway();

  const end = await timed(() => shop.stop());

  state.isOn = false;
  await Promise.all(load);
  const breaks = new Breaks();
  breaks.unlessEqual(end.value, 0, "exit code");
  breaks.unlessEqual(tally.cut, 0, "answers that were cut off");
  breaks.unless(end.ms < 10_000, `it took ${Math.round(end.ms)} ms to end`);
  if (ground.engine === "sqlite")
    breaks.unless(logSize(ground) === 0, "the write-ahead log was not folded in");
  return breaks.measured(
    `${tally.whole} answers whole, ${tally.cut} cut, ended in ${Math.round(end.ms)} ms (bar 10000)`,
  );
}

/** Connections cut in every kind of request, by RST, at any byte. */
async function cutOff(storm: Storm): Promise<Measured> {
  const { shop, id } = await atOwnShop(storm);
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, id);
  const form = await filledCheckout(shopper);
  const sender = { shop, cookie: `cart-id=${shopper.cookie("cart-id") ?? ""}` };
  const requests = [
    bytesOf("GET /", sender),
    bytesOf("GET /search?q=wooden", sender),
    bytesOf("GET /cart", sender),
    bytesOf("GET /image/products/rainbow-stacker-1.jpg?w=320", sender),
    bytesOf("POST /cart", sender, { intent: "add", variantId: String(id), quantity: "1" }),
    bytesOf("POST /checkout", sender, form),
    bytesOf("POST /login", sender, { email: "hannah@example.com", password: "nothing at all" }),
    bytesOf("POST /api/payments/webhook", sender, { paid: "yes" }),
  ];
  const count = storm.isShort ? 80 : 1_000;
  for (let start = 0; start < count; start += 50) {
    const batch = Array.from({ length: Math.min(50, count - start) }, (_, index) => {
      const text = requests[(start + index) % requests.length] ?? "";
      return cut(shop.port, text.slice(0, Math.ceil(storm.random() * text.length)), storm.random() * 60);
    });
    await Promise.all(batch);
  }
  const alive = await new Shopper(shop.origin).get("/health");
  const complaints = shop.logs().match(/unhandledRejection|uncaughtException|ERR_UNHANDLED/g) ?? [];
  const breaks = new Breaks();
  breaks.unlessEqual(alive.status, 200, "health afterwards");
  breaks.unlessEqual(complaints.length, 0, "unhandled rejections");
  return breaks.measured(`${count} cut, the shop lives, ${complaints.length} unhandled`);
}

type Sender = Readonly<{ shop: RunningShop; cookie: string }>;

/** The bytes of a request: "GET /" and what is sent with it. */
function bytesOf(line: string, { shop, cookie }: Sender, fields?: Fields): string {
  const body = fields ? new URLSearchParams(fields).toString() : "";
  const lines = [
    `${line} HTTP/1.1`,
    `Host: localhost:${shop.port}`,
    `Origin: ${shop.origin}`,
    `Cookie: ${cookie}`,
  ];
  if (fields) lines.push("Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Sends `text`, waits a little and resets the connection. */
async function cut(port: number, text: string, waitMs: number): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  await once(socket, "connect").catch(() => undefined);
  socket.write(text);
  await pause(waitMs);
  socket.resetAndDestroy();
}

/** The migration is killed at one statement after another; the next start completes it. */
async function killedMigration(storm: Storm): Promise<Measured> {
  const kills = storm.isShort ? 2 : 20;
  const breaks = new Breaks();
  const statements = (await migrateUntil(await emptyGround(storm), 0)).statements;
  let count = 0;
  for (let round = 0; round < kills; round += 1) {
    const ground = await emptyGround(storm);
    const at = 2 + Math.floor((round / kills) * (statements - 2));
    const first = await migrateUntil(ground, at);
    if (first.signal === "SIGKILL") count += 1;
    breaks.unlessEqual((await migrateUntil(ground, 0)).code, 0, `the start after a kill at statement ${at}`);
  }
  breaks.unlessEqual(count, kills, "kills");
  return breaks.measured(
    `${count} of ${kills} killed within ${statements} statements, all completed by the next start`,
  );
}

/** A ground without a single table. */
async function emptyGround(storm: Storm): Promise<Ground> {
  const ground = await storm.ground();
  if (ground.engine === "postgres") {
    await sql`DROP SCHEMA public CASCADE`.execute(ground.db);
    await sql`CREATE SCHEMA public`.execute(ground.db);
  } else
    for (const rest of ["", "-wal", "-shm"]) rmSync(join(ground.dataDir, `shop.db${rest}`), { force: true });
  return ground;
}

type Migrated = Readonly<{ code: number | null; signal: string | null; statements: number }>;

/** Migrates in a process of its own that kills itself at statement `at`; 0: never. */
async function migrateUntil(ground: Ground, at: number): Promise<Migrated> {
  const extra = { DATA_DIR: ground.dataDir, KILL_AT: String(at), SESSION_SECRETS: "x".repeat(40) };
  const url: Record<string, string> = ground.engine === "postgres" ? { DATABASE_URL: ground.where } : {};
  const child = spawn(process.execPath, ["--import", "tsx", "tests/storm/migrate-until.ts"], {
    env: environment({ ...extra, ...url, PAYMENT_WEBHOOK_SECRETS: "x".repeat(40) }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, statements: Number(output.trim()) };
}

export const CRASH_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "P-08",
    hazard: "SIGKILL at 30 random points of orders, payments, webhooks (D-01)",
    passes: "0 acknowledged and lost, 0 breaks, 1 email each; open again < 3 s",
    limitSeconds: 400,
    run: killed,
  },
  {
    id: "D-08",
    hazard: "the migration killed midway",
    passes: "20 of 20 completed by the next start",
    limitSeconds: 240,
    run: killedMigration,
  },
  {
    id: "D-10",
    hazard: "SIGTERM under load",
    passes: "0 answers cut, ended in 10 s, the log folded in",
    limitSeconds: 60,
    run: stopRequested,
  },
  {
    id: "D-12",
    hazard: "1,000 requests of every kind cut by RST",
    passes: "the shop lives, 0 unhandled rejections",
    limitSeconds: 120,
    run: cutOff,
  },
];
