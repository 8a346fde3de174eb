/** Pages of the desk in a shop with many orders, for one person who asks for one page after the other. */
import { join } from "node:path";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { postgresDialect, sqliteDialect } from "#app/db/dialect.server.ts";
import { countAnalyticsDays } from "#app/models/analytics/counted-days.server.ts";
import { type Engine, type Ground, newGround } from "#tests/storm/engine.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";

import { DESK_SESSION, logInOwner } from "./desk-owner.ts";
import { multiplyOrder } from "./desk-orders.ts";
import { atMost, type FigureRow, spreadText } from "./figure.ts";
import { groundPlace, openShopStack } from "./stack.ts";
import { spreadOf } from "./statistics.ts";
import { stockUpGround } from "./targets-writes.ts";

/** Each counts ten days. */
const COUNTING_CALLS = 10;
const PAGE_MAX_MS = 200;
const WAIT_MS = 100;
const WAITS_MAX = 600;
/** How often each page is requested after each start of the shop. */
const LOOKS = 5;
/** Kept for a minute after each look. */
const FIGURES = [7, 30, 90].map((days) => `/desk/figures?days=${days}`);
const PAGES = [
  "/desk",
  "/desk/orders",
  "/desk/orders?view=late",
  "/desk/orders?view=on-the-way",
  "/desk/orders?view=under-review",
  "/desk/orders?view=all",
  "/desk/orders?view=all&gift=on",
  "/desk/orders?view=all&product=oak",
  "/desk/orders?view=all&customer=hohon",
  "/desk/search?q=hohon",
  "/desk/search?q=hohon+dibadury",
  "/desk/search?q=ab12",
  "/desk/search?q=b",
  "/desk/search?q=hohon.dibadury",
  "/desk/returns",
  "/desk/customers",
  "/desk/customers?q=hohon",
  "/desk/stock",
];

export type DeskSection = Readonly<{
  title: string;
  heads: ReadonlyArray<string>;
  rows: ReadonlyArray<FigureRow>;
  note: string;
}>;
type Options = Readonly<{ orders: number; rounds: number; say: (line: string) => void }>;

/** How long each page takes in a shop of `orders` orders. Throws without a server of `engine`. */
export async function measureDesk(engine: Engine, { orders, rounds, say }: Options): Promise<DeskSection> {
  const ground = await newGround(engine);
  try {
    await prepare(ground, { orders, rounds, say });
    let session: string | null = null;
    const times = new Map<string, Array<number>>();
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const { shop } = await openShopStack("desk", groundPlace(ground));
      try {
        // The session outlives the shop.
        session ??= (await logInOwner(ground, shop, "owner@example.com")).cookie(DESK_SESSION);
        await measureRound(new Shopper(shop.origin).takeCookie(DESK_SESSION, session ?? ""), times);
      } finally {
        await shop.stop();
      }
    }
    const rows = [...times].map(([name, all]) => {
      const spread = spreadOf(all);
      return {
        name: `\`${name}\``,
        cells: [spreadText(spread)],
        bars: [atMost(spread.median, PAGE_MAX_MS, "ms")],
      };
    });
    const title = `The desk at ${orders.toLocaleString("en")} orders, ${engine}`;
    const note =
      "One person, one page after the other. Figures are kept for a minute: each of their times is the first.";
    return { title, heads: ["page", "ms (min–max)"], rows, note };
  } finally {
    await ground.clear();
  }
}

/** One order that was placed and that the desk has taken in, and all the other orders. */
async function prepare(ground: Ground, { orders, say }: Options): Promise<void> {
  const [variant = 0] = await stockUpGround(ground);
  const { shop } = await openShopStack("desk", groundPlace(ground));
  try {
    const shopper = new Shopper(shop.origin);
    await addToBasket(shopper, variant, 2);
    await payAt(shopper, await goToPayment(shopper));
    await untilPaid(ground);
    await (await logInOwner(ground, shop, "first@example.com")).get("/desk");
  } finally {
    await shop.stop();
  }
  say(`making ${orders} orders`);
  const { id } = await ground.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await multiplyOrder(ground.db, id, { count: orders, now: new Date() });
  await ground.lookAway();
  await countDays(ground);
}

/** As the open shop does it, ten days a minute. */
async function countDays({ engine, where }: Ground): Promise<void> {
  connectTo(engine === "sqlite" ? sqliteDialect(join(where, "shop.db")) : postgresDialect(where));
  try {
    for (let calls = 0; calls < COUNTING_CALLS; calls += 1) await countAnalyticsDays(new Date());
  } finally {
    await closeDatabase();
  }
}

async function untilPaid({ db }: Ground): Promise<void> {
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const paid = await db.selectFrom("orders").select("id").where("status", "=", "paid").executeTakeFirst();
    if (paid) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error("The order was not paid");
}

async function measureRound(owner: Shopper, times: Map<string, Array<number>>): Promise<void> {
  await timeOf(owner, "/desk/account");
  for (const path of [...FIGURES, ...Array.from({ length: LOOKS }, () => PAGES).flat()]) {
    const before = times.get(path) ?? [];
    times.set(path, [...before, await timeOf(owner, path)]);
  }
}

async function timeOf(owner: Shopper, path: string): Promise<number> {
  const start = performance.now();
  const { status } = await owner.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return performance.now() - start;
}
