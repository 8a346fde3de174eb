/** The matrix of neighbours: mail, search and images down or lying, one at a time and together; sales go on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { addToBasket, filledCheckout } from "#tests/support/people/purchase.ts";
import { type Fields, Shopper } from "#tests/support/people/shopper.ts";
import { type Fault, FAULTS, type FaultProxy, startFaultProxy } from "#tests/support/shops/fault-proxy.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import { type MailServer, startMailServer } from "#tests/support/vendors/mail-server.ts";
import {
  type FakeEngine,
  SEARCH_KEY,
  startMeilisearch,
  WRITE_KEY,
} from "#tests/support/vendors/search-engine.ts";
import { startStripe } from "#tests/support/vendors/stripe.ts";

import { makeJobsDue, newShelf, PLENTY, until, untilJobsDone } from "./catalogue-driver.ts";
import { buy, timed } from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { openAtStripe } from "./provider.ts";
import { Breaks, type Measured, percentile, type Storm, type StormRow } from "./row.ts";

const LATENCY_MS = 2_000;
const PAGE_P99_MS = 1_000;
const IMAGE = "/image/products/rainbow-stacker-1.jpg?w=320";

/** Neighbours over a wire, each behind a proxy of faults. */
type Town = Readonly<{
  proxies: Readonly<Record<"mail" | "search", FaultProxy>>;
  mail: MailServer;
  engine: FakeEngine;
  stop: () => Promise<void>;
}>;

async function startTown(): Promise<Town> {
  const mail = await startMailServer();
  const engine = await startMeilisearch();
  const behind = (url: string, speaksFirst: boolean) =>
    startFaultProxy({
      upstream: { host: "127.0.0.1", port: Number(new URL(url).port) },
      speaksFirst,
      latencyMs: LATENCY_MS,
    });
  const proxies = { mail: await behind(mail.url, true), search: await behind(engine.url, false) };
  return {
    proxies,
    mail,
    engine,
    stop: async () => {
      for (const proxy of Object.values(proxies)) await proxy.stop();
      await Promise.all([mail.stop(), engine.stop()]);
    },
  };
}

function openWith(ground: Ground, { proxies }: Town, imageDir?: string): Promise<RunningShop> {
  return ground.open({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
      SEARCH_PROVIDER: "meilisearch",
      SEARCH_URL: `http://127.0.0.1:${proxies.search.port}`,
      SEARCH_KEY,
      SEARCH_WRITE_KEY: WRITE_KEY,
      ...(imageDir ? { IMAGE_DIR: imageDir } : {}),
    },
  });
}

type Visit = Readonly<{ shop: RunningShop; id: number; breaks: Breaks; times: Array<number> }>;

/** One shopper looks around, searches and buys while the town is as `what` says. */
async function buyMeanwhile({ shop, id, breaks, times }: Visit, what: string): Promise<void> {
  const shopper = new Shopper(shop.origin);
  for (const path of ["/", "/c/wooden-toys", "/search?q=rainbow", "/cart"]) {
    const { value, ms } = await timed(() => shopper.get(path));
    times.push(ms);
    breaks.unlessEqual(value.status, 200, `${what}: ${path}`);
  }
  const found = await shopper.get("/search?q=rainbow");
  breaks.unless(found.body.includes("Rainbow Stacker"), `${what}: the search finds nothing`);
  const thanks = await buy(shopper, id);
  breaks.unless(thanks.body.includes("Thank you"), `${what}: nobody could buy`);
}

type Scene = Omit<Visit, "shop"> & Readonly<{ ground: Ground; town: Town }>;

/** Does `work` in a town that is cleared afterwards. Answers with how long pages took. */
async function inTown(storm: Storm, work: (scene: Scene) => Promise<void>): Promise<Scene> {
  const ground = await storm.ground();
  const [id = 0] = await newShelf(ground)(PLENTY);
  const town = await startTown();
  const scene = { ground, id, town, breaks: new Breaks(), times: [] };
  try {
    await work(scene);
    await inTheEnd(ground, town, scene.breaks);
  } finally {
    await town.stop();
  }
  return scene;
}

async function oneByOne(storm: Storm): Promise<Measured> {
  const faults = storm.isShort ? FAULTS.slice(1, 3) : FAULTS.filter((fault) => fault !== "none");
  const { breaks, times } = await inTown(storm, async (scene) => {
    const shop = await openWith(scene.ground, scene.town);
    for (const [name, proxy] of Object.entries(scene.town.proxies)) {
      for (const fault of faults) {
        await proxy.misbehave(fault);
        await buyMeanwhile({ ...scene, shop }, `${name} ${fault}`);
      }
      await proxy.misbehave("none");
    }
  });
  return breaks.measured(`${faults.length * 2} of ${faults.length * 2} cells: bought; ${pages(times)}`);
}

async function allAtOnce(storm: Storm): Promise<Measured> {
  const imageDir = brokenImages();
  const faults: ReadonlyArray<Fault> = storm.isShort ? ["down"] : ["down", "black-hole", "garbage", "html"];
  const { breaks, times } = await inTown(storm, async (scene) => {
    const shop = await openWith(scene.ground, scene.town, imageDir);
    const misbehave = async (fault: Fault) => {
      for (const proxy of Object.values(scene.town.proxies)) await proxy.misbehave(fault);
    };
    for (const fault of faults) {
      await misbehave(fault);
      await buyMeanwhile({ ...scene, shop }, `all ${fault}`);
      const { status } = await new Shopper(shop.origin).get(IMAGE);
      scene.breaks.unless(status < 500, `all ${fault}: an image was answered ${status}`);
    }
    await misbehave("none");
  }).finally(() => rmSync(imageDir, { recursive: true, force: true }));
  return breaks.measured(`${faults.length} of ${faults.length}: bought; ${pages(times)}`);
}

function pages(times: ReadonlyArray<number>): string {
  return `pages p99 ${percentile(times, 0.99)} ms (bar ${PAGE_P99_MS})`;
}

/** Originals that are no images at all. */
function brokenImages(): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-storm-images-"));
  mkdirSync(join(folder, "products"));
  writeFileSync(join(folder, "products/rainbow-stacker-1.jpg"), "This is no image. ".repeat(200));
  return folder;
}

const RECOVERED_MAX_MS = 60_000;

/** The neighbours are well again: nothing is left to be done, and every order has its email. */
async function inTheEnd(ground: Ground, { mail }: Town, breaks: Breaks): Promise<void> {
  const isDone = async () => {
    await makeJobsDue(ground);
    return (await untilJobsDone(ground, 500)).length === 0;
  };
  breaks.unless(await until(isDone, RECOVERED_MAX_MS), "something is still to be done");
  const orders = await ground.db.selectFrom("orders").select("id").where("paid_at", "is not", null).execute();
  const ids = mail.received.map(({ mail: email }) => email.messageId);
  breaks.unlessEqual(new Set(ids).size, orders.length, "emails, by their Message-ID");
}

const KIND_ANSWER_MS = 10_000;
/** "reset" and "silent" do what they are asked, and then the answer is lost. */
const STRIPE_FAULTS = [
  "500",
  "429",
  "401",
  "reset",
  "silent",
  "drip",
  "html",
  "garbage",
  "huge",
  "redirect",
] as const;

/** The payment provider over a wire: while it is away nobody is charged and nothing is lost; afterwards they buy. */
async function paymentAway(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const [id = 0] = await newShelf(ground)(PLENTY);
  const stripe = await startStripe();
  const breaks = new Breaks();
  const answers: Array<number> = [];
  const faults = storm.isShort ? STRIPE_FAULTS.slice(0, 1) : STRIPE_FAULTS;
  try {
    const shop = await openAtStripe(ground, stripe);
    for (const fault of faults) {
      const shopper = new Shopper(shop.origin);
      await addToBasket(shopper, id);
      const form = await filledCheckout(shopper);
      stripe.misbehave(fault);
      answers.push(
        await kindAnswer(shopper, form, (isWell, what) => breaks.unless(isWell, `${fault}: ${what}`)),
      );
      stripe.misbehave(null);
      const opened = await untilOpened(shopper);
      breaks.unless(
        opened !== null && (await payAtStripe(shopper, opened)),
        `${fault}: nobody could buy afterwards`,
      );
    }
    breaks.unlessEqual(await countPaid(ground), faults.length, "orders paid");
  } finally {
    await stripe.stop();
  }
  const slowest = Math.round(Math.max(...answers));
  return breaks.measured(
    `${faults.length} faults: told kindly in ${slowest} ms at most (bar ${KIND_ANSWER_MS}), then bought`,
  );
}

/** Presses "Pay now" while the provider is away. Answers how long it took, in milliseconds. */
async function kindAnswer(
  shopper: Shopper,
  form: Fields,
  unless: (isWell: boolean, what: string) => void,
): Promise<number> {
  const { value, ms } = await timed(() => shopper.post("/checkout", form));
  unless(value.status === 503 && value.body.includes("<h1"), `the till answered ${value.status}`);
  const basket = await shopper.get("/cart");
  unless(basket.body.includes("Remove"), "the basket is gone");
  for (const path of ["/", "/search?q=rainbow"])
    unless((await shopper.get(path)).status === 200, `${path} is not shown`);
  return ms;
}

/** The provider is back: the till, loaded anew, leads to its page, once the circuit has closed again. */
async function untilOpened(shopper: Shopper): Promise<string | null> {
  let page: string | null = null;
  await until(async () => {
    const answer = await shopper.post("/checkout", await filledCheckout(shopper));
    page = answer.status === 303 ? answer.location : null;
    return page !== null;
  }, RECOVERED_MAX_MS);
  return page;
}

/** Pays on the fake's hosted page and comes back. */
async function payAtStripe(shopper: Shopper, page: string): Promise<boolean> {
  const paid = await new Shopper(new URL(page).origin).post(new URL(page).pathname, { button: "pay" });
  const { pathname, search } = new URL(paid.location ?? "", page);
  return until(async () => {
    const back = await shopper.get(pathname + search);
    return (await shopper.get(back.location ?? pathname)).body.includes("Thank you");
  }, RECOVERED_MAX_MS);
}

async function countPaid({ db }: Ground): Promise<number> {
  return (await db.selectFrom("orders").select("id").where("status", "=", "paid").execute()).length;
}

export const NEIGHBOUR_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "N-01",
    hazard: "mail and search down or lying, one at a time",
    passes: "every cell: pages 200, found by the shop's own search, bought; one email each in the end",
    limitSeconds: 400,
    run: oneByOne,
  },
  {
    id: "N-02",
    hazard: "mail, search and images down or lying, together",
    passes: "bought; pages p99 < 1 s, no error; one email each in the end",
    limitSeconds: 200,
    run: allAtOnce,
  },
  {
    id: "N-03",
    hazard: "the payment provider down or lying",
    passes: "said so in 10 s, basket kept, pages 200; bought once it is back",
    limitSeconds: 600,
    run: paymentAway,
  },
];
