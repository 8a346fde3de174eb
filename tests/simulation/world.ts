/** One simulated shop: its people, what they were told, and what must be true of it. */
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import type { JobPayload } from "#app/models/jobs/job.ts";
import { readClaim } from "#app/models/gift-list/claim-changes.server.ts";
import { isClaimLive } from "#app/models/gift-list/claim.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import type { CheckoutCommand } from "#app/models/checkout/checkout.server.ts";
import { useRandomness } from "#app/models/shared/randomness.server.ts";
import type { AttemptId, CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";

import { withoutMoneyForTheRest } from "#tests/support/checks/money-for-the-rest.ts";
import { resetClock } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { NetworkFault, Outside } from "./outside.ts";
import { Random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { GIFTS, VARIANTS } from "./shelf.ts";

/** A browser: its tabs share the basket's cookie. */
export type Device = { cartId: CartId | null; lastCheckout: CheckoutCommand | null };

export type Person = {
  readonly email: string;
  readonly customerId: CustomerId | null;
  readonly devices: readonly [Device, Device];
  readonly orders: Array<OrderId>;
  /** Payment pages that a browser was sent to. */
  readonly pages: Array<string>;
  readonly carts: Set<CartId>;
};

/** What a browser was told: to pay at a page; that the order is paid. */
export type BrowserAnswer = Readonly<{
  orderId: OrderId;
  attemptId: AttemptId;
  page: string | null;
  isPaid: boolean;
}>;

export class World {
  readonly engine: Engine;
  readonly scheduler: Scheduler;
  readonly outside: Outside;
  readonly people: ReadonlyArray<Person>;
  /** What is bought here: in some worlds all want the same. */
  readonly variants: ReadonlyArray<number>;
  /** In some worlds banks decide after days, and the events of what they decided are lost. */
  readonly isBankSlow: boolean;
  /** Whether the days that banks take have passed. */
  hasWaited = false;
  readonly answers: Array<BrowserAnswer> = [];
  /** What tasks threw that no network explains. */
  readonly failures: Array<string> = [];
  #checked = "";

  private constructor(engine: Engine, seed: string, customers: ReadonlyArray<CustomerId>) {
    this.engine = engine;
    this.scheduler = new Scheduler(seed, (open) => engine.settleCalls(open));
    this.outside = new Outside(this.scheduler);
    const random = new Random(`${seed} variants`);
    this.variants = random.chance(0.5) ? VARIANTS : [random.pick(VARIANTS)];
    this.isBankSlow = new Random(`${seed} bank`).chance(0.25);
    this.people = ["ann", "ben", "cat"].map((name, index) => ({
      email: `${name}@example.com`,
      customerId: customers[index] ?? null,
      devices: [
        { cartId: null, lastCheckout: null },
        { cartId: null, lastCheckout: null },
      ],
      orders: [],
      pages: [],
      carts: new Set(),
    }));
  }

  /** A fresh shop on `engine`; closes the one before. */
  static async open(engine: Engine, seed: string, customers: ReadonlyArray<CustomerId>): Promise<World> {
    const world = new World(engine, seed, customers);
    resetClock();
    const spare = new Random(`${seed} outside of tasks`);
    const chance = () => world.scheduler.current()?.random ?? spare;
    useRandomness({
      bytes: (size) => chance().bytes(size),
      integer: (min, max) => min + chance().below(max - min),
    });
    connectPayments(world.outside.payments);
    connectEmail(world.outside.email);
    await engine.reset(world.scheduler);
    return world;
  }

  static close(): void {
    useRandomness(null);
    connectPayments(null);
    connectEmail(null);
  }

  /** The chance of the task that asks. */
  random(): Random {
    const task = this.scheduler.current();
    if (!task) throw new Error("Only a task has chance of its own");
    return task.random;
  }

  /** Starts `act`; what it throws is a break, unless the network is to blame. */
  async start(name: string, act: (world: World) => Promise<void>): Promise<void> {
    await this.scheduler.start(name, async () => {
      try {
        await act(this);
      } catch (error) {
        this.noteFailure(name, error);
      }
    });
  }

  noteFailure(name: string, error: unknown): void {
    if (error instanceof NetworkFault) return;
    this.failures.push(`${name} threw ${error instanceof Error ? error.message : String(error)}`);
  }

  async crash(): Promise<void> {
    // A provider repeats an event until it is answered.
    for (const name of this.scheduler.tasks.keys()) {
      const message = this.#underWay.get(name);
      if (message) this.outside.messages.push(message);
    }
    this.#underWay.clear();
    this.scheduler.crash();
    await this.engine.crash();
  }
  readonly #underWay = new Map<string, Outside["messages"][number]>();

  #numbers = 0;

  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  /** Notes that the task `name` carries `message`. */
  carries(name: string, message: Outside["messages"][number]): void {
    this.#underWay.set(name, message);
  }

  /** What is not true now. Looks only where something was committed or paid since the last look. */
  async breaks(isAtRest = false): Promise<ReadonlyArray<string>> {
    const state = `${this.engine.commits()} ${this.outside.changes} ${this.answers.length} ${isAtRest}`;
    if (state === this.#checked) return this.failures;
    this.#checked = state;
    const database = this.engine.books();
    const payments = this.outside.books();
    const found = await findBreaks(database, { payments, isYoung: true, isAtRest });
    return [
      ...this.failures,
      ...found.map(({ invariant, id }) => `${invariant}: ${id}`),
      ...(await withoutMoneyForTheRest(database)).map(
        (id) => `no money is left for what is to be sent: ${id}`,
      ),
      ...(await this.#brokenPromises()),
      ...(await this.#brokenJobs(isAtRest)),
      ...(await this.#brokenBaskets()),
      ...(await this.#lostBaskets()),
      ...(await this.#brokenGifts()),
    ];
  }

  /** Two givers must not give the same unit. Who has reserved a gift and pays for it gives it once. */
  async #brokenGifts(): Promise<ReadonlyArray<string>> {
    const rows = await this.engine.books().selectFrom("gift_list_claims").selectAll().orderBy("id").execute();
    const live = rows.filter((row) => isClaimLive(readClaim(row), new Date()));
    return GIFTS.flatMap(({ id, quantity }) => {
      const claims = live.filter(({ gift_id }) => gift_id === id);
      const givers = new Set(claims.map(({ device_hash }) => device_hash));
      const units = [...givers].map((giver) => {
        const own = (way: string) =>
          claims
            .filter((claim) => claim.device_hash === giver && claim.way === way)
            .reduce((sum, claim) => sum + claim.units, 0);
        return Math.max(own("reservation"), own("order")) + own("elsewhere");
      });
      const given = units.reduce((sum, one) => sum + one, 0);
      return given > quantity ? [`more units of a gift are given than the list asks for: ${id}`] : [];
    });
  }

  async #brokenPromises(): Promise<ReadonlyArray<string>> {
    if (this.answers.length === 0) return [];
    const rows = await this.engine
      .books()
      .selectFrom("orders")
      .innerJoin("payments", "payments.order_id", "orders.id")
      .select(["orders.id", "orders.paid_at", "payments.url"])
      .execute();
    const orders = new Map(rows.map((row) => [row.id, row]));
    return this.answers.flatMap(({ orderId, page, isPaid }) => {
      const order = orders.get(orderId);
      if (!order) return [`a browser was told of an order that is not there: ${orderId}`];
      if (page !== null && order.url !== page)
        return [`a browser was sent to a page that is not stored: ${page}`];
      return isPaid && order.paid_at === null
        ? [`a browser was thanked for an unpaid order: ${orderId}`]
        : [];
    });
  }

  async #brokenJobs(isAtRest: boolean): Promise<ReadonlyArray<string>> {
    const jobs = await this.engine
      .books()
      .selectFrom("jobs")
      .select(["key", "kind", "payload"])
      .where((row) =>
        row.or([
          row("status", isAtRest ? "<>" : "=", isAtRest ? "dead" : "done"),
          row("kind", "=", "invariant-alert"),
        ]),
      )
      .where("kind", "in", ["order-confirmation", "order-email", "order-refund", "invariant-alert"])
      .execute();
    const stopped = jobs.filter(({ kind }) => kind === "invariant-alert");
    if (stopped.length > 0) return stopped.map(({ payload }) => `a transaction was stopped: ${payload}`);
    return jobs
      .filter(({ key, kind, payload }) => !this.#hasEffect(key, kind, JSON.parse(payload) as JobPayload))
      .map(({ key }) => `a job is done and has had no effect: ${key}`);
  }

  #hasEffect(key: string, kind: string, { orderId, refundId }: JobPayload): boolean {
    const { emails, pages } = this.outside;
    if (kind === "order-confirmation") return emails.has(`order-confirmation-${String(orderId)}`);
    if (kind === "order-email") return emails.has(key.replaceAll(/[^\w.-]/g, "-"));
    return [...pages.values()].some(({ refunds }) => refunds.has(String(refundId)));
  }

  /** Merging and double clicks must not make more of what somebody put in. */
  async #brokenBaskets(): Promise<ReadonlyArray<string>> {
    const lines = await this.engine
      .books()
      .selectFrom("cart_lines")
      .select(["cart_id", "variant_id", "quantity"])
      .execute();
    return lines.flatMap(({ cart_id, variant_id, quantity }) => {
      const limits = this.#limits.get(cart_id);
      if (!limits || quantity <= (limits.get(variant_id) ?? 0)) return [];
      return [`a basket holds more than was put into it: ${cart_id} ${variant_id}`];
    });
  }
  /** An order that waits is found by its basket, or a second one is paid beside it. */
  async #lostBaskets(): Promise<ReadonlyArray<string>> {
    const rows = await this.engine
      .books()
      .selectFrom("orders")
      .leftJoin("carts", "carts.id", "orders.cart_id")
      .select("orders.id")
      .where("orders.status", "=", "awaiting-payment")
      .where("carts.id", "is", null)
      .execute();
    return rows.map(({ id }) => `an order waits and its basket is gone: ${id}`);
  }

  /** The most units that each basket may hold, by variant: all that anybody asked to put in. */
  readonly #limits = new Map<string, Map<number, number>>();

  allow(cartId: string, { variantId, quantity }: Readonly<{ variantId: number; quantity: number }>): void {
    const limits = this.#limits.get(cartId) ?? new Map<number, number>();
    this.#limits.set(cartId, limits);
    limits.set(variantId, (limits.get(variantId) ?? 0) + quantity);
  }

  async cartOf(customerId: CustomerId): Promise<CartId | null> {
    const rows = this.engine.books().selectFrom("carts").select("id").where("customer_id", "=", customerId);
    const [row] = await this.scheduler.aside(() => rows.execute());
    return (row?.id ?? null) as CartId | null;
  }

  /** `into` may take over what those of `carts` hold that are still there. */
  async allowMerge(into: CartId, carts: ReadonlySet<CartId>): Promise<void> {
    const baskets = this.engine.books().selectFrom("cart_lines").select("cart_id").distinct();
    const rows = await this.scheduler.aside(() => baskets.execute());
    const others = rows.map(({ cart_id }) => cart_id).filter((id) => id !== into && carts.has(id as CartId));
    for (const id of others)
      for (const [variantId, quantity] of this.#limits.get(id) ?? [])
        this.allow(into, { variantId, quantity });
  }
}
