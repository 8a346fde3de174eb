/** R-05 and P-01 to P-13: the money came, and the shop hears of it once, often, late, never or from a liar. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

import { inlineScriptHashes } from "#tests/support/checks/inline-scripts.ts";
import { addToBasket, filledCheckout, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import {
  atOwnShop,
  atSharedShop,
  countEmailedOnce,
  emails,
  emailsAbout,
  orderStatuses,
  PLENTY,
  stockOf,
  until,
  untilJobsDone,
} from "./catalogue-driver.ts";
import {
  type Items,
  inGroups,
  latency,
  paymentIdOf,
  sameBasket,
  statuses,
  timed,
  walkToTheTill,
} from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { payInSilence, type Payment, paymentOf, notify } from "./provider.ts";
import { Breaks, countBy, type Measured, type Storm, type StormRow } from "./row.ts";

const NOTIFIED_WITHIN_MS = 60_000;
const THANKED_WITHIN_MS = 10_000;
const WEBHOOK_P99_MS = 500;

/** Somebody whose order waits at the hosted payment page. */
export type Waiting = Readonly<{ shopper: Shopper; orderId: string; payment: Payment }>;

export async function atThePaymentPage(
  shop: RunningShop,
  ground: Ground,
  baskets: ReadonlyArray<Items>,
): Promise<ReadonlyArray<Waiting>> {
  const ready = await walkToTheTill(shop, baskets);
  const answers = await inGroups(ready, 40, ({ shopper, form }) => shopper.post("/checkout", form));
  return inGroups(ready, 10, async ({ shopper }, index) => {
    const answer = answers[index];
    if (answer?.status !== 303) throw new Error(`No way to pay: ${answer?.status}`);
    const payment = await paymentOf(ground, paymentIdOf(answer));
    const { order_id: orderId } = await ground.db
      .selectFrom("payments")
      .select("order_id")
      .where("provider_payment_id", "=", payment.id)
      .executeTakeFirstOrThrow();
    return { shopper, orderId, payment };
  });
}

async function paidButGone(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm, 1);
  const [late] = await atThePaymentPage(shop, ground, sameBasket(1, [[id, 1]]));
  if (!late) throw new Error("Nobody is at the payment page");
  await notify(shop, late.payment, "expired");
  const [quick] = await atThePaymentPage(shop, ground, sameBasket(1, [[id, 1]]));
  await payAt(quick?.shopper as Shopper, `/test-payment/${quick?.payment.id ?? ""}`);
  await payInSilence(ground, late.payment.id);

  const race = await timed(async () => {
    await Promise.all(Array.from({ length: 5 }, () => notify(shop, late.payment, "paid")));
    await until(async () => (await refundsOf(ground, late.payment.id)).length > 0, NOTIFIED_WITHIN_MS);
    await untilJobsDone(ground, NOTIFIED_WITHIN_MS);
  });

  const refunds = await refundsOf(ground, late.payment.id);
  const emails = emailsAbout(ground, late.orderId);
  const breaks = new Breaks();
  breaks.unlessEqual(refunds, [late.payment.minor], "refunds");
  breaks.unlessEqual(emails, [`order-refunded-${late.orderId}.eml`], "emails to the one who paid too late");
  breaks.unlessEqual(await orderStatuses(ground, id), ["paid", "refunded"], "orders");
  breaks.unlessEqual(await stockOf(ground, id), { onHand: 0, reserved: 0 }, "stock");
  breaks.unless(race.ms < NOTIFIED_WITHIN_MS, "it took longer than a minute");
  return breaks.measured(
    `${refunds.length} refund, ${emails.length} email, in ${(race.ms / 1000).toFixed(1)} s (bar 60)`,
  );
}

async function refundsOf({ db }: Ground, paymentId: string): Promise<ReadonlyArray<number>> {
  const { request: text } = await db
    .selectFrom("embedded_payments")
    .select("request")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const { refunds } = JSON.parse(text) as { refunds: ReadonlyArray<{ minor: number }> };
  return refunds.map(({ minor }) => minor);
}

async function replays(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm, 5);
  const [waiting] = await atThePaymentPage(shop, ground, sameBasket(1, [[id, 1]]));
  if (!waiting) throw new Error("Nobody is at the payment page");
  await payInSilence(ground, waiting.payment.id);
  const count = storm.isShort ? 20 : 100;

  const series = [];
  for (let time = 0; time < count; time += 1)
    series.push(await timed(() => notify(shop, waiting.payment, "paid")));
  const together = await Promise.all(
    Array.from({ length: count }, () => timed(() => notify(shop, waiting.payment, "paid"))),
  );

  await untilJobsDone(ground);
  const answered = [...series, ...together].filter(({ value }) => value === 200).length;
  const breaks = new Breaks();
  breaks.unlessEqual(answered, count * 2, "answers of 200");
  breaks.unlessEqual(await orderStatuses(ground, id), ["paid"], "orders");
  breaks.unlessEqual(await stockOf(ground, id), { onHand: 4, reserved: 0 }, "stock");
  breaks.unlessEqual(emailsAbout(ground, waiting.orderId).length, 1, "emails");
  const figures = `in series ${latency(series, WEBHOOK_P99_MS)}, at once ${latency(together, WEBHOOK_P99_MS)}`;
  return breaks.measured(`${answered} of ${count * 2} answered 200; ${figures}`);
}

type Scene = (waiting: Waiting, index: number, stage: Stage) => Promise<unknown>;
type Stage = Readonly<{ shop: RunningShop; ground: Ground }>;

const returnPage = (orderId: string) => `/checkout/order-processing?order=${orderId}`;

const SCENES: Readonly<Record<string, Scene>> = {
  "webhook first": async ({ payment, shopper, orderId }, _, { shop, ground }) => {
    await payInSilence(ground, payment.id);
    await notify(shop, payment, "paid");
    await shopper.get(returnPage(orderId));
  },
  // Half of them come back before the provider itself knows of the money.
  "return first": async ({ payment, shopper, orderId }, index, { shop, ground }) => {
    if (index % 2 === 0) await payInSilence(ground, payment.id);
    await shopper.get(returnPage(orderId));
    if (index % 2 === 1) await payInSilence(ground, payment.id);
    await notify(shop, payment, "paid");
  },
  together: async ({ payment, shopper, orderId }, _, { shop, ground }) => {
    await payInSilence(ground, payment.id);
    await Promise.all([
      notify(shop, payment, "paid"),
      shopper.get(returnPage(orderId)),
      shopper.get(returnPage(orderId)),
    ]);
  },
};

async function webhookAndReturn(storm: Storm): Promise<Measured> {
  const { shop, ground, shelf } = await storm.shared();
  const count = storm.isShort ? 8 : 100;
  const breaks = new Breaks();
  const figures: Array<string> = [];
  for (const [name, scene] of Object.entries(SCENES)) {
    const [id = 0] = await shelf(PLENTY);
    const waiting = await atThePaymentPage(shop, ground, sameBasket(count, [[id, 1]]));
    const thanked = await inGroups(waiting, 10, async (each, index) => {
      await scene(each, index, { shop, ground });
      return isThanked(each, storm.isShort ? NOTIFIED_WITHIN_MS : THANKED_WITHIN_MS);
    });
    await untilJobsDone(ground);
    const orders = countBy(await orderStatuses(ground, id));
    breaks.unlessEqual(orders, { paid: count }, `${name}: orders`);
    breaks.unlessEqual(thanked.filter(Boolean).length, count, `${name}: thank-you pages`);
    breaks.unlessEqual(countEmailedOnce(ground, waiting), count, `${name}: orders with one email`);
    figures.push(`${name} ${thanked.filter(Boolean).length}/${count}`);
  }
  return breaks.measured(figures.join(", "));
}

/** What the page that loads itself anew comes to. */
async function isThanked({ shopper, orderId }: Waiting, withinMs: number): Promise<boolean> {
  return until(async () => {
    const back = await shopper.get(returnPage(orderId));
    if (back.status !== 303) return false;
    const thanks = await shopper.get(back.location ?? "");
    return thanks.status === 200 && thanks.body.includes("Thank you");
  }, withinMs);
}

async function neverReturns(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const count = storm.isShort ? 3 : 20;
  const waiting = await atThePaymentPage(shop, ground, sameBasket(count, [[id, 1]]));

  await inGroups(waiting, 10, ({ payment }) => payAndHangUp(shop, `/test-payment/${payment.id}`));

  const isPaid = async () => (await orderStatuses(ground, id)).every((status) => status === "paid");
  const breaks = new Breaks();
  breaks.unless(await until(isPaid, 20_000), "an order is not paid by its webhook");
  await untilJobsDone(ground);
  const written = countEmailedOnce(ground, waiting);
  const visits = await inGroups(waiting, 10, ({ shopper }) => shopper.get("/cart"));
  const empty = visits.filter(({ body }) => body.includes("Your basket is empty")).length;
  breaks.unlessEqual([written, empty], [count, count], "emails, and empty baskets at the next visit");
  return breaks.measured(`${count} paid by webhook, ${written} emails, ${empty} baskets empty`);
}

/** Presses "Pay" and cuts the line at the first byte of the answer. */
function payAndHangUp(shop: RunningShop, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = "intent=pay";
    const headers = {
      origin: shop.origin,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
    };
    const call = request(shop.origin + path, { method: "POST", headers, agent: false }, (answer) => {
      answer.socket.destroy();
      resolve();
    });
    call.once("error", reject);
    call.end(body);
  });
}

async function tampering(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const [one, other] = await atThePaymentPage(shop, ground, sameBasket(2, [[id, 1]]));
  if (!one || !other) throw new Error("Nobody is at the payment page");
  const guesses = [
    "success=1",
    `session_id=${other.payment.id}&success=1`,
    `order=${other.orderId}&status=paid`,
    "",
  ];

  const own = await Promise.all(
    guesses.map((query) => one.shopper.get(`/checkout/order-processing?${query}`)),
  );
  const strangers = await Promise.all([
    one.shopper.get(returnPage(other.orderId)),
    new Shopper(shop.origin).get(returnPage(one.orderId)),
  ]);
  const thanks = await one.shopper.get(`/checkout/thank-you/${other.orderId}`);

  const breaks = new Breaks();
  breaks.unlessEqual(statuses(strangers), "2×404", "somebody else's order");
  breaks.unless(
    own.every(({ status }) => status < 500),
    `an answer of ${statuses(own)}`,
  );
  breaks.unless(!thanks.body.includes("Slad Road"), "another's thank-you page is shown");
  const unpaid = ["awaiting-payment", "awaiting-payment"];
  breaks.unlessEqual(await orderStatuses(ground, id), unpaid, "orders");
  return breaks.measured(`${guesses.length + 3} tries, none paid, none shown`);
}

async function cardTesting(storm: Storm): Promise<Measured> {
  const { ground, shop, id } = await atOwnShop(storm, { env: { RATE_LIMIT_SCALE: "1" } });
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, id);
  const form = await filledCheckout(shopper);
  const tries = storm.isShort ? 12 : 50;

  const answers = [];
  for (let time = 0; time < tries; time += 1) answers.push(await shopper.post("/checkout", form));

  const opened = await ground.db.selectFrom("embedded_payments").select("id").execute();
  const waits = answers.filter(({ status }) => status === 429);
  const breaks = new Breaks();
  const waited = answers.map(({ status }) => status === 429);
  const expected = answers.map((_, index) => index >= 10);
  breaks.unlessEqual(waited, expected, "the 11th and all after wait, and none before");
  breaks.unless(
    waits.every(({ headers }) => headers["retry-after"] !== undefined),
    "a wait without its length",
  );
  breaks.unless(opened.length <= 10, `${opened.length} payments were opened`);
  return breaks.measured(`${statuses(answers)}; ${opened.length} payment opened`);
}

/** Test numbers of three networks, as people type them. */
const CARD_NUMBERS = ["4242424242424242", "5555 5555 5555 4444", "3782-822463-10005"];

/** A card number typed where it does not belong: nobody keeps it. */
async function cardNumbers(storm: Storm): Promise<Measured> {
  const { ground, shop, id } = await atOwnShop(storm, { env: { LOG_LEVEL: "info" } });
  for (const number of CARD_NUMBERS) {
    const shopper = new Shopper(shop.origin);
    await addToBasket(shopper, id);
    const form = await filledCheckout(shopper);
    const words = { note: `My card: ${number}`, gift_message: number };
    const placed = await shopper.post("/checkout", { ...form, ...words });
    await payAt(shopper, placed.location ?? "");
    await shopper.get(`/search?q=${encodeURIComponent(number)}`);
    await shopper.post("/login", { email: number, password: number });
  }
  await untilJobsDone(ground);
  const orders = await ground.db.selectFrom("orders").select(["note", "gift_message"]).execute();
  const sent = emails(ground.dataDir).map((name) => readFileSync(join(ground.dataDir, "mail", name), "utf8"));
  const stored = JSON.stringify(orders) + sent.join();
  // The shop's own lines; what remix-serve writes of an address is not the shop's to change (docs/storm.md).
  const written = shop
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  const holds = (text: string) => CARD_NUMBERS.filter((number) => digits(text).includes(digits(number)));
  const breaks = new Breaks();
  breaks.unlessEqual(orders.length, CARD_NUMBERS.length, "orders placed");
  breaks.unlessEqual(holds(stored), [], "card numbers in notes, gift messages and emails");
  breaks.unless(written.length > 0, "the shop wrote no log");
  breaks.unlessEqual(holds(written), [], "card numbers in the shop's log");
  return breaks.measured(`${CARD_NUMBERS.length} numbers in notes, messages, search, login: 0 kept`);
}

function digits(text: string): string {
  return text.replace(/(?<=\d)[ -](?=\d)/g, "");
}

/** The pages around a payment, where no script of anybody else's may run. */
const GUARDED_PAGES = [
  "/checkout",
  "/account",
  "/login",
  "/register",
  "/set-password",
  "/checkout/thank-you",
];

async function ownScriptsOnly(storm: Storm): Promise<Measured> {
  const { shop, id } = await atSharedShop(storm);
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, id);
  const breaks = new Breaks();
  let count = 0;
  for (const path of GUARDED_PAGES) {
    const { body, headers } = await shopper.get(path);
    const policy = String(headers["content-security-policy"] ?? "");
    for (const [tag] of body.matchAll(
      /<(?:script|iframe|object|embed)\b[^>]*>|<link\b[^>]*modulepreload[^>]*>/g,
    )) {
      const from = /(?:src|href)="([^"]*)"/.exec(tag)?.[1];
      count += 1;
      breaks.unless(from?.startsWith("/assets/") ?? tag.startsWith("<script"), `${path} has ${tag}`);
    }
    const permitted = inlineScriptHashes(body).filter((hash) => policy.includes(hash));
    breaks.unlessEqual(permitted, inlineScriptHashes(body), `${path}: inline scripts that the policy names`);
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
    breaks.unless(
      sources.every((source) => source === "'self'" || source.startsWith("'sha256-")),
      `${path} lets in ${sources.join(" ")}`,
    );
  }
  return breaks.measured(`${count} scripts on ${GUARDED_PAGES.length} pages, all the shop's own`);
}

export const PAYMENT_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "R-05",
    hazard: "paid when the goods are gone",
    passes: "refunded once and told within 60 s, stock never below 0",
    limitSeconds: 90,
    run: paidButGone,
  },
  {
    id: "P-01",
    hazard: "the same webhook 100 times, then 100 at once",
    passes: "all answered 200; 1 order, 1 email, 1 move of stock; p99 < 500 ms",
    limitSeconds: 90,
    run: replays,
  },
  {
    id: "P-03",
    hazard: "webhook before, after, together with the return",
    passes: "300 of 300: 1 order, thanked within 10 s, 1 email",
    limitSeconds: 240,
    run: webhookAndReturn,
  },
  {
    id: "P-04",
    hazard: "the browser never comes back from paying",
    passes: "paid by webhook, 1 email, basket empty at the next visit",
    limitSeconds: 90,
    run: neverReturns,
  },
  {
    id: "P-10",
    hazard: "a return address that was made up",
    passes: "never paid by it, never another's order",
    limitSeconds: 30,
    run: tampering,
  },
  {
    id: "P-11",
    hazard: "50 checkouts in 10 minutes from one basket",
    passes: "the 11th waits; at most 10 payments opened",
    limitSeconds: 60,
    run: cardTesting,
  },
  {
    id: "P-12",
    hazard: "card numbers typed where they do not belong",
    passes: "0 in notes, messages, emails and the shop's log",
    limitSeconds: 60,
    run: cardNumbers,
  },
  {
    id: "P-13",
    hazard: "foreign scripts around the payment",
    passes: "0 third-party scripts",
    limitSeconds: 30,
    run: ownScriptsOnly,
  },
];
