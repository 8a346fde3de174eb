/** Whatever shoppers do, and whatever becomes of the service meanwhile: its records end as the carts are. MARKETING_RUNS=200 for more. */
import { cleanUpExpiredData } from "#app/models/privacy/retention.server.ts";
import fc from "#tests/support/fast-check.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { removeLine, setQuantity } from "#app/models/cart/update-line.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import { findMarketingRecord } from "#app/models/marketing/cart-snapshot.server.ts";
import { cleanUpMarketing } from "#app/models/marketing/cleanup.server.ts";
import { queueContact, resendContacts } from "#app/models/marketing/contact.server.ts";
import { linkGuestCart, markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { removeCoupon, applyCoupon } from "#app/models/cart/coupon.server.ts";
import type { CartId, CustomerId } from "#app/models/shared/ids.ts";
import { embeddedMarketing } from "#app/services/marketing/marketing-embedded.server.ts";
import type { MarketingPort } from "#app/services/marketing/marketing-port.ts";
import { connectMarketing } from "#app/services/marketing/marketing.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import {
  storedOf,
  type MarketingBench,
  startBench,
  notifyService,
  TestClock,
  useBench,
} from "#tests/support/vendors/marketing.ts";
import { busiestMinute, type FakeOmnisend } from "#tests/support/vendors/omnisend.ts";

useTestDatabase();

const RUNS = Number(process.env["MARKETING_RUNS"] ?? 3);
const ACTIONS = 30;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GUEST = "guest@example.com";

let variants: ReadonlyArray<number>;

/** Three that there is plenty of. */
async function plenty(): Promise<ReadonlyArray<number>> {
  return Promise.all([0, 1, 2].map((skip) => parcelVariant(9_000, skip)));
}

/** One cart in each of two browsers, which may be the same person. */
class Shoppers {
  readonly carts: Array<CartId | null> = [null, null];
  readonly isLoggedIn = [false, false];
  readonly markers: Array<string | null> = [null, null];
  readonly customerId: CustomerId;
  readonly guest: string;

  constructor(customerId: CustomerId, guest: string) {
    this.customerId = customerId;
    this.guest = guest;
  }

  /** As the pages do: a new cart is the customer's, or the marked guest's. */
  async add(who: number, variantId: number, now: Date): Promise<void> {
    const added = await addToCart(this.carts[who] ?? null, [{ variantId, quantity: 1 }], now);
    if (!added.ok) return;
    this.carts[who] = added.value.cart.id;
    if (added.value.created) await this.#keep(who, now);
  }

  async #keep(who: number, now: Date): Promise<void> {
    if (this.isLoggedIn[who]) {
      const { cartId } = await mergeGuestCart(this.customerId, this.carts[who] ?? null, now);
      // The other browser of the same person finds its cart gone.
      this.carts[who] = cartId;
    } else await linkGuestCart(this.carts[who] ?? null, this.markers[who] ?? null, now);
  }

  async logIn(who: number, now: Date): Promise<void> {
    this.isLoggedIn[who] = true;
    this.markers[who] = null;
    const { cartId } = await mergeGuestCart(this.customerId, this.carts[who] ?? null, now);
    this.carts[who] = cartId;
  }

  async agree(who: number, now: Date): Promise<void> {
    if (this.isLoggedIn[who]) return;
    this.markers[who] = await markGuest(
      { email: this.guest, cartId: this.carts[who] ?? null, source: "test" },
      now,
    );
  }
}

const OF_CARTS = ["add", "add", "add", "set", "remove", "empty", "coupon", "no coupon", "order"] as const;
const OF_PEOPLE = ["log in", "log out", "agree", "opt out"] as const;
const action = fc.record({
  what: fc.constantFrom(...OF_CARTS, ...OF_PEOPLE, "tell" as const, "tell in vain" as const),
  who: fc.integer({ min: 0, max: 1 }),
  at: fc.nat(2),
});
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

async function act(
  shoppers: Shoppers,
  { what, who, at }: Action,
  { clock, fake }: Readonly<{ clock: TestClock; fake: FakeOmnisend | null }>,
): Promise<void> {
  const now = clock.now();
  const cart = shoppers.carts[who] ? await findCart(shoppers.carts[who]) : null;
  const line = cart?.lines[at % cart.lines.length];
  switch (what) {
    case "add":
      return shoppers.add(who, variants[at]!, now);
    case "log in":
      return shoppers.logIn(who, now);
    case "log out":
      [shoppers.isLoggedIn[who], shoppers.carts[who]] = [false, null];
      return;
    case "agree":
      return shoppers.agree(who, now);
    case "opt out":
      await queueContact({ email: shoppers.guest, state: "unsubscribed", source: "test", at: now });
      return;
    case "tell":
    case "tell in vain":
      clock.pass(MINUTE_MS);
      fake?.loseAnswers(what === "tell in vain");
      await notifyService(clock);
      fake?.loseAnswers(false);
      return;
    case "set":
      if (cart && line) await setQuantity(cart.id, { lineId: line.id, quantity: at + 1 }, now);
      return;
    case "remove":
      if (cart && line) await removeLine(cart.id, line.id, now);
      return;
    case "empty":
      for (const each of cart?.lines ?? []) await removeLine(cart!.id, each.id, now);
      return;
    case "coupon":
      if (cart) await applyCoupon(cart, "WELCOME10", now);
      return;
    case "no coupon":
      if (cart) await removeCoupon(cart.id, now);
      return;
    case "order":
      if (cart) await order(cart.id);
  }
}

async function order(cartId: CartId): Promise<void> {
  const done = await checkOut(await commandFor(cartId), new Date());
  if (!done.ok) return;
  await decideTestPayment(done.value.url.split("/").at(-1) ?? "", { decision: "pay" }, new Date());
  await settle(done.value.orderId, new Date());
}

/** No cart of an earlier round is looked at again. */
async function startAnew({ fake }: MarketingBench): Promise<void> {
  for (const table of ["jobs", "embedded_marketing", "marketing_orders", "marketing_carts"] as const)
    await db().deleteFrom(table).execute();
  for (const table of ["cart_lines", "carts"] as const) await db().deleteFrom(table).execute();
  fake?.carts.clear();
}

function newGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** A cart with one unit of the variant, of a guest who has agreed. */
async function guestCart(clock: TestClock, variantId: number, marker?: string | null) {
  const known = marker ?? (await markGuest({ email: GUEST, cartId: null, source: "test" }, clock.now()));
  const cart = await cartWith({ [variantId]: 1 });
  await linkGuestCart(cart.id, known, clock.now());
  return cart;
}

/** Lets the queue come to rest: two days are enough for whatever waits. */
async function drain(clock: TestClock): Promise<void> {
  for (let hour = 0; hour < 48; hour += 1) {
    clock.pass(hour < 3 ? MINUTE_MS : HOUR_MS);
    await notifyService(clock);
    const jobs = await rowsOf("jobs");
    if (!jobs.some(({ kind, status }) => kind.startsWith("marketing-") && status !== "done")) return;
  }
}

/** What the service should have: the record of every cart whose person is known, and no other. */
async function expected(now: Date) {
  const carts = await db().selectFrom("carts").select("id").orderBy("id").execute();
  const records = await Promise.all(carts.map(({ id }) => findMarketingRecord(id as CartId, now)));
  return records.flatMap((record) => (record ? [storedOf(record, "")] : []));
}

/** The links in records are new each day: what was sent yesterday is as good. */
function withoutLink<Stored extends { cartRecoveryUrl: string }>(stored: ReadonlyArray<Stored>) {
  return [...stored]
    .map((one) => ({ ...one, cartRecoveryUrl: one.cartRecoveryUrl.split("?")[0] }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

async function expectEqual(bench: MarketingBench, clock: TestClock): Promise<void> {
  const stored = [...(await bench.stored()).values()];
  expect(withoutLink(stored)).toEqual(withoutLink(await expected(clock.now())));
  const records = await rowsOf("marketing_carts");
  expect(records.filter((each) => each.synced_version < each.desired_version)).toEqual([]);
  expect(bench.fake?.complaints.filter((words) => !words.includes("is taken")) ?? []).toEqual([]);
}

describe.each(["embedded", "omnisend-v3", "omnisend"] as const)("%s", (name) => {
  let bench: MarketingBench;
  let clock: TestClock;

  beforeEach(async () => {
    clock = new TestClock(NOW);
    bench = await startBench(name);
    useBench(bench, clock);
    variants = await plenty();
  });
  afterEach(async () => {
    connectMarketing(null);
    await bench.stop();
  });

  test(`after ${ACTIONS} random actions in two browsers, its records equal the carts`, async () => {
    let round = 0;
    const { customer } = await makeCustomer({ email: "grace@example.com" });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: ACTIONS, maxLength: ACTIONS }), async (actions) => {
        round += 1;
        await startAnew(bench);
        const shoppers = new Shoppers(customer.id, `guest-${round}@example.com`);
        for (const one of actions) {
          clock.pass(1_000);
          await act(shoppers, one, { clock, fake: bench.fake });
        }
        await drain(clock);
        await expectEqual(bench, clock);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  test("several changes of a cart are one request", async () => {
    const cart = await guestCart(clock, variants[0]!);
    for (const variantId of variants) await addToCart(cart.id, [{ variantId, quantity: 1 }], clock.now());
    clock.pass(MINUTE_MS);
    await notifyService(clock);

    const sent = bench.fake?.requests.filter(({ path }) => !path.includes("contacts")).length ?? 1;
    expect(sent).toBe(1);
    expect(await rowsOf("jobs", { kind: "marketing-cart" })).toHaveLength(1);
    await expectEqual(bench, clock);
  });

  test("a contact who opts out while a response was lost gets no record, and the cart is deleted", async () => {
    const cart = await cartWith({ [variants[0]!]: 1 });
    await markGuest({ email: GUEST, cartId: cart.id, source: "test" }, clock.now());
    clock.pass(MINUTE_MS);
    bench.fake?.loseAnswers(true);
    await notifyService(clock);
    bench.fake?.loseAnswers(false);
    await queueContact({ email: GUEST, state: "unsubscribed", source: "test", at: clock.now() });
    await drain(clock);

    expect((await bench.stored()).size).toBe(0);
    expect(await findMarketingRecord(cart.id, clock.now())).toBeNull();
  });

  test("guests without consent and unconfirmed addresses are not sent", async () => {
    const { customer } = await makeCustomer({ email: "stranger@example.com", isVerified: false });
    const cart = await cartWith({ [variants[0]!]: 1 });
    await mergeGuestCart(customer.id, cart.id, clock.now());
    await addToCart(null, [{ variantId: variants[1]!, quantity: 1 }], clock.now());
    await drain(clock);

    expect((await bench.stored()).size).toBe(0);
    expect(bench.fake?.requests ?? []).toEqual([]);
  });

  test("a customer's address is sent as nonSubscribed before their cart", async () => {
    if (!bench.fake) return;
    const { customer } = await makeCustomer({ email: "grace@example.com" });
    await mergeGuestCart(customer.id, (await cartWith({ [variants[0]!]: 1 })).id, clock.now());
    await drain(clock);

    expect([...bench.fake.contacts]).toEqual([["grace@example.com", "nonSubscribed"]]);
    expect(bench.fake.requests[0]?.path).toMatch(/contacts$/);
  });

  test("old records are deleted", async () => {
    const cart = await guestCart(clock, variants[0]!);
    await removeLine(cart.id, cart.lines[0]!.id, clock.now());
    await drain(clock);

    clock.pass(400 * 24 * HOUR_MS);
    await cleanUpMarketing(clock.now());

    for (const table of ["marketing_carts", "marketing_contacts", "embedded_marketing"] as const)
      expect(await rowsOf(table)).toEqual([]);
  });

  test("a statement that is sent while an older one is under way is what the service has in the end", async () => {
    const taken: Array<string> = [];
    const [held, reached] = [newGate(), newGate()];
    const slow: MarketingPort = {
      ...embeddedMarketing,
      saveContact: async (contact) => {
        reached.open();
        if (contact.state === "subscribed") await held.opened;
        taken.push(contact.state);
        return null;
      },
    };
    connectMarketing(() => slow);
    const say = (state: "subscribed" | "unsubscribed") =>
      queueContact({ email: GUEST, state, source: "test", at: clock.now() });
    await say("subscribed");
    clock.pass(MINUTE_MS);
    const first = notifyService(clock);
    await reached.opened;
    await say("unsubscribed");
    clock.pass(MINUTE_MS);
    await notifyService(clock);
    held.open();
    await first;
    await drain(clock);

    expect(taken.slice(0, 2)).toEqual(["unsubscribed", "subscribed"]);
    expect(taken.at(-1)).toBe("unsubscribed");
    expect(JSON.stringify(await rowsOf("marketing_contacts"))).not.toContain(GUEST);
  });

  test("a contact who opted out is remembered by a hash, and is one again by subscribing only", async () => {
    const say = (state: "subscribed" | "unsubscribed" | "nonSubscribed") => {
      clock.pass(MINUTE_MS);
      return queueContact({ email: GUEST, state, source: "test", at: clock.now() });
    };
    const contacts = () => db().selectFrom("marketing_contacts").select(["id", "email", "state"]).execute();
    const id = await say("subscribed");
    await drain(clock);
    await say("unsubscribed");
    await drain(clock);
    expect(await contacts()).toEqual([{ id, email: "", state: "unsubscribed" }]);

    expect(await say("nonSubscribed")).toBe(id);
    await resendContacts();
    await drain(clock);
    expect(await contacts()).toEqual([{ id, email: "", state: "unsubscribed" }]);

    expect(await say("subscribed")).toBe(id);
    await drain(clock);
    expect(await contacts()).toEqual([{ id, email: GUEST, state: "subscribed" }]);
  });

  test("the address of an opt-out that was sent long ago is dropped, and words in old order records too", async () => {
    const at = clock.now().toISOString();
    const sent = { consented_at: at, desired_version: 2, synced_version: 2, service_id: null };
    const contact = { id: "contact_old", email: GUEST, email_key: GUEST, source: "test", ...sent };
    await insertRows("marketing_contacts", { ...contact, state: "unsubscribed" });
    const [words, ball] = [
      { personalisation: "Zebedee", quantity: 1 },
      { title: "Ball", quantity: 2 },
    ];
    const engraved = { title: "Rainbow Stacker, Red, Name: “Zebedee”", ...words };
    const document = JSON.stringify({ orderID: "o", products: [engraved, ball] });
    await insertRows("embedded_marketing", { kind: "order", id: "o", document, updated_at: at });

    await cleanUpMarketing(clock.now());
    await cleanUpExpiredData(clock.now());

    const products = [{ title: "Rainbow Stacker, Red", quantity: 1 }, ball];
    expect(JSON.parse((await rowOf("embedded_marketing")).document)).toEqual({ orderID: "o", products });
    expect((await rowOf("marketing_contacts")).email).toBe("");
    const again = { email: GUEST, state: "nonSubscribed", source: "test", at: clock.now() } as const;
    expect(await queueContact(again)).toBe("contact_old");
  });

  test("after a service was down for a day, and two workers died, it has every cart, each once", async () => {
    if (!bench.fake) return;
    const { fake } = bench;
    const marker = await markGuest({ email: GUEST, cartId: null, source: "test" }, clock.now());
    const carts = [];
    for (let count = 0; count < 8; count += 1)
      carts.push(await guestCart(clock, variants[count % 3]!, marker));
    fake.misbehave((response) => response.writeHead(503).end("{}"));
    for (let hour = 0; hour < 24; hour += 1) {
      clock.pass(HOUR_MS);
      const cart = carts[hour % 8]!;
      if (hour % 11 === 10) await removeLine(cart.id, cart.lines[0]!.id, clock.now());
      else await addToCart(cart.id, [{ variantId: variants[hour % 3]!, quantity: 1 }], clock.now());
      await notifyService(clock);
      if (hour % 9 === 8) await dieInTheMiddle(clock);
    }
    expect(fake.carts.size).toBe(0);
    fake.misbehave(null);
    fake.requests.splice(0);
    await drain(clock);

    await expectEqual(bench, clock);
    expect(await rowsOf("jobs", { status: "dead" })).toEqual([]);
    const reported = fake.requests.filter(
      ({ method, path }) => method !== "DELETE" && !path.includes("contacts"),
    );
    expect(reported.length).toBeLessThanOrEqual(2 * carts.length);
  }, 600_000);

  test("with thousands of queued carts no minute has more than 400 requests, and each cart is sent in one", async () => {
    // MARKETING_CARTS=2000 for thousands. The pace alone has a test of its own.
    const count = Number(process.env["MARKETING_CARTS"] ?? 60);
    if (!bench.fake) return;
    const marker = await markGuest({ email: GUEST, cartId: null, source: "test" }, clock.now());
    for (let made = 0; made < count; made += 1) await guestCart(clock, variants[0]!, marker);
    const { fake } = bench;
    for (let seconds = 0; fake.carts.size < count && seconds < 3_600; seconds += 1) {
      clock.pass(1_000);
      await notifyService(clock);
    }

    expect(fake.carts.size).toBe(count);
    // One more tells of the guest.
    expect(fake.requests).toHaveLength(count + 1);
    expect(busiestMinute(fake.requests)).toBeLessThanOrEqual(400);
    expect(fake.complaints).toEqual([]);
  }, 600_000);
});

/**
 * A worker claims what is due and is gone: with its jobs, and with the carts that they held. Two jobs of one cart may be
 * due, in either order, and the second finds the cart held.
 */
async function dieInTheMiddle(clock: TestClock): Promise<void> {
  const later = { now: () => new Date(clock.now().getTime() + 6 * HOUR_MS) };
  const { claimJob } = await import("#app/models/jobs/outbox.server.ts");
  const { lockMarketingCart } = await import("#app/models/marketing/sync-worker.server.ts");
  for (let jobs = 0; jobs < 3; jobs += 1) {
    const job = await claimJob(`dead-${clock.now().getTime()}`, later.now());
    if (job?.kind !== "marketing-cart") continue;
    const { cartId, generation } = job.payload;
    const hold = { cartId: String(cartId), jobId: job.id, generation: Number(generation) };
    await lockMarketingCart(hold, clock.now()).catch((error: unknown) => {
      if (!(error instanceof Postponed)) throw error;
    });
  }
}
