/** Marketing services for tests: each adapter with what it told, spoken to as the shop does. */
import { db } from "#app/db/db.server.ts";
import { runDueJobs, type WorkerOptions } from "#app/models/jobs/worker.server.ts";
import { type MarketingCart } from "#app/models/marketing/cart.ts";
import { marketingHandlers } from "#app/models/marketing/sync-worker.server.ts";
import { embeddedMarketing } from "#app/services/marketing/marketing-embedded.server.ts";
import { newOmnisendGuard } from "#app/services/marketing/marketing-omnisend-client.server.ts";
import { omnisendV3 } from "#app/services/marketing/marketing-omnisend-v3.server.ts";
import { omnisend } from "#app/services/marketing/marketing-omnisend.server.ts";
import type { MarketingPort, Pace } from "#app/services/marketing/marketing-port.ts";
import { connectMarketing } from "#app/services/marketing/marketing.server.ts";

import { type FakeOmnisend, startOmnisendEvents, startOmnisendV3 } from "./omnisend.ts";
import { type StoredCart, OMNISEND_KEY } from "./omnisend-wire.ts";

export type MarketingBench = Readonly<{
  name: string;
  /** The fake of the vendor's wire; null: the embedded service. */
  fake: FakeOmnisend | null;
  connect: (pace: Pace) => MarketingPort;
  /** What the service would write reminders about, by cart. */
  stored: () => Promise<ReadonlyMap<string, StoredCart>>;
  stop: () => Promise<void>;
}>;

export async function startBench(name: "embedded" | "omnisend-v3" | "omnisend"): Promise<MarketingBench> {
  if (name === "embedded")
    return {
      name,
      fake: null,
      connect: () => embeddedMarketing,
      stored: embeddedCarts,
      stop: async () => undefined,
    };
  const fake = await (name === "omnisend-v3" ? startOmnisendV3() : startOmnisendEvents());
  const adapter = name === "omnisend-v3" ? omnisendV3 : omnisend;
  const settings = { provider: name, apiKey: OMNISEND_KEY, apiBase: fake.url } as const;
  const guard = newOmnisendGuard(() => fake.clock.now());
  return {
    name,
    fake,
    connect: (pace) => adapter({ settings, guard, pace }),
    stored: async () => new Map(fake.carts),
    stop: () => fake.stop(),
  };
}

async function embeddedCarts(): Promise<ReadonlyMap<string, StoredCart>> {
  const rows = await db()
    .selectFrom("embedded_marketing")
    .select("document")
    .where("kind", "=", "cart")
    .execute();
  return new Map(
    rows.map(({ document }) => {
      const record = JSON.parse(document) as MarketingCart;
      return [record.cartID, storedOf(record, "")];
    }),
  );
}

/** A record as the service keeps it, for a guest whom it knows by `contactId`. */
export function storedOf({ products, email, ...cart }: MarketingCart, contactId: string): StoredCart {
  return {
    ...cart,
    whom: email ?? contactId,
    products: products.map(({ productID, variantID, title, imageUrl, productUrl, quantity, price }) => ({
      productID,
      variantID,
      title,
      imageUrl,
      productUrl,
      quantity,
      price,
    })),
  };
}

/** A clock for the shop, its worker and the service, that only the test moves. Waiting moves it too. */
export class TestClock {
  #at: number;

  constructor(start: Date = new Date()) {
    this.#at = start.getTime();
  }

  now = (): Date => new Date(this.#at);
  pause = async (ms: number): Promise<void> => this.pass(ms);

  pass(ms: number): void {
    this.#at += ms;
  }
}

/** Has the shop talk to this service. */
export function useBench({ connect, fake }: MarketingBench, clock: TestClock): void {
  connectMarketing(connect);
  if (fake) fake.clock.now = () => clock.now().getTime();
}

/** Does what is due for the marketing service, and answers how many tries that took. */
export function notifyService(clock: TestClock, more: WorkerOptions = {}): Promise<number> {
  return runDueJobs(marketingHandlers(clock), { now: clock.now, ...more });
}
