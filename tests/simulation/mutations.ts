/** Bugs that shops really had, put into a copy of the shop: the simulation must find each of them. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import type { EngineName } from "./engine.ts";

type Edit = Readonly<{ file: string; find: string; replace: string }>;

export type Mutation = Readonly<{
  name: string;
  /** Where it can be found: SQLite lets one transaction write at a time. */
  engine: EngineName;
  /** Every interleaving of this scenario instead of worlds at random. */
  scenario?: string;
  edits: ReadonlyArray<Edit>;
}>;

const ORDER = "app/models/order";
const GIFT_LIST = "app/models/gift-list";

const PAGE_UNASKED = `(await db().selectFrom("payments").select("provider_payment_id").where("order_id", "=", id)
    .executeTakeFirst())?.provider_payment_id ?? null`;

export const MUTATIONS: ReadonlyArray<Mutation> = [
  {
    name: "stock-read-before-the-lock",
    engine: "postgres",
    scenario: "two buyers of the last units",
    edits: [
      {
        file: "app/models/catalogue/inventory/stock.server.ts",
        find: `    const row = await db()
      .updateTable("variants")
      .set({ reserved: sql<number>\`reserved + \${quantity}\` })
      .where("id", "=", variantId)
      .where(sql<boolean>\`on_hand - reserved >= \${quantity}\`)`,
        replace: `    const seen = await db().selectFrom("variants").select(["on_hand", "reserved"])
      .where("id", "=", variantId).executeTakeFirstOrThrow();
    const row = seen.on_hand - seen.reserved < quantity ? undefined : await db()
      .updateTable("variants")
      .set({ reserved: seen.reserved + quantity })
      .where("id", "=", variantId)`,
      },
    ],
  },
  {
    name: "settle-without-idempotency",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/order.server.ts`,
        find: `    .where("id", "=", id)\n    .where("status", "=", move.from)\n`,
        replace: `    .where("id", "=", id)\n`,
      },
    ],
  },
  {
    name: "refund-twice",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/refund.server.ts`,
        find: "provider.refund(refund.provider_payment_id, amount, refundKey(refund))",
        replace: "provider.refund(refund.provider_payment_id, amount, `${refundKey(refund)} ${Date.now()}`)",
      },
    ],
  },
  {
    name: "coupon-counted-after-the-commit",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/place-order.server.ts`,
        find: "return held.ok ? redeem(id, proposal, now) : held;",
        replace: "return held;",
      },
      {
        file: `${ORDER}/place-order.server.ts`,
        find: "  return checkedTransaction(place, ({ id }) => id, now);",
        replace: `  const placed = await checkedTransaction(place, ({ id }) => id, now);
  if (placed.ok) await redeem(placed.value.id, proposal, now);
  return placed;`,
      },
    ],
  },
  {
    name: "coupon-limit-read-before",
    engine: "sqlite",
    scenario: "two buyers with the last use of a coupon",
    edits: [
      {
        file: "app/models/coupon/coupon-redemption.server.ts",
        find: `    .where((row) => row.or([row("max_uses", "is", null), row("use_count", "<", row.ref("max_uses"))]))\n`,
        replace: "",
      },
    ],
  },
  {
    name: "expiry-beside-payment",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/expire-pending-orders.server.ts`,
        find: `  const closed = await closePayment(id);\n  if (!closed.isClosed) return "silent";\n`,
        replace: `  const unasked = { orderId: id, paymentId: ${PAGE_UNASKED} };
  if ((await giveUp(unasked, now))) return "ended";
  const closed = await closePayment(id);\n`,
      },
    ],
  },
  {
    name: "merge-doubles-a-line",
    engine: "sqlite",
    edits: [
      {
        file: "app/models/cart/merge.ts",
        find: "return Math.max(Math.min(here + before, maximum), here, before);",
        replace: "return here + 2 * before;",
      },
    ],
  },
  {
    name: "job-done-before-its-effect",
    engine: "sqlite",
    edits: [
      {
        file: "app/models/jobs/run.server.ts",
        find: "    record = await handle(job, run.handlers);",
        replace: `    await finishJob(job, run.owner, clockOf(run.options));
    record = await handle(job, run.handlers);`,
      },
    ],
  },
  {
    name: "total-from-the-form",
    engine: "sqlite",
    edits: [
      {
        file: "app/models/checkout/checkout.server.ts",
        find: `  if (!isTotal(totals.total, agreedTotal, agreedCurrency))\n    return refused("total-changed", { total: totals.total.minor });\n`,
        replace: "",
      },
      {
        file: "app/models/checkout/checkout.server.ts",
        find: "  const placed = await placeOrder(proposed.value, superseded, now);",
        replace: `  const { totals } = proposed.value;
  const total = { ...totals.total, minor: command.agreedTotal };
  const placed = await placeOrder({ ...proposed.value, totals: { ...totals, total } }, superseded, now);`,
      },
    ],
  },
  {
    name: "webhook-before-the-commit-of-the-order",
    engine: "sqlite",
    edits: [
      {
        file: "app/models/checkout/checkout.server.ts",
        find: `  const placed = await placeOrder(proposed.value, superseded, now);
  return placed.ok ? pageFor(placed.value, command, now) : placed;`,
        replace: `  const { transact } = await import("#app/db/db.server.ts");
  return transact(async () => {
    const placed = await placeOrder(proposed.value, superseded, now);
    return placed.ok ? pageFor(placed.value, command, now) : placed;
  });`,
      },
    ],
  },
  {
    name: "reservation-released-twice",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/reservation.server.ts`,
        find: `    .deleteFrom("reservations")
    .where("order_id", "=", orderId)
    .returning(["variant_id", "quantity"])`,
        replace: `    .selectFrom("reservations")
    .where("order_id", "=", orderId)
    .select(["variant_id", "quantity"])`,
      },
    ],
  },
  {
    name: "tax-of-a-partial-refund-rounded-twice",
    engine: "sqlite",
    scenario: "two refunds of one unit each",
    edits: [
      {
        file: `${ORDER}/refund-shares.ts`,
        find: `  const before = shareUpTo(paid, quantity, from);
  const after = shareUpTo(paid, quantity, from + units);
  return { amount: subtractMoney(after.amount, before.amount), vat: subtractMoney(after.vat, before.vat) };`,
        replace: `  const net = shareOfMoney(subtractMoney(paid.amount, paid.vat), units, quantity);
  const vat = shareOfMoney(paid.vat, units, quantity);
  return { amount: addMoney(net, vat), vat };`,
      },
    ],
  },
  {
    name: "cancel-beside-capture",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/cancel.server.ts`,
        find: `  const closed = await closePayment(id);
  if (!closed.isClosed) return refused("payment-unavailable");`,
        replace: `  const { db } = await import("#app/db/db.server.ts");
  return ok({ orderId: id, paymentId: ${PAGE_UNASKED} });
  const closed = await closePayment(id);`,
      },
    ],
  },
  {
    // Decision 0006 undone.
    name: "two-tabs-pay-one-basket",
    engine: "postgres",
    edits: [
      {
        file: "app/db/migrations/schema/orders.ts",
        find: "CREATE UNIQUE INDEX orders_one_payment",
        replace: "CREATE INDEX orders_one_payment",
      },
      {
        file: `${ORDER}/place-order.server.ts`,
        find: `    if (!(await lockCartPurchase(cart.id, cart.version))) return refused("cart-changed");\n`,
        replace: "",
      },
    ],
  },
  {
    name: "nobody-asks-about-late-money",
    engine: "sqlite",
    scenario: "late money that nobody tells of, and a second tab",
    edits: [
      {
        file: `${ORDER}/expire-pending-orders.server.ts`,
        find: "sql<boolean>`orders.status in ('cancelled', 'declined')`",
        replace: "sql<boolean>`1 = 2`",
      },
    ],
  },
  {
    name: "a-cancelled-order-counts-as-unpaid",
    engine: "sqlite",
    edits: [
      {
        file: `${ORDER}/payment/basket-payment.server.ts`,
        find: `row.and([row("other.status", "=", "cancelled"), row("other.paid_at", "is not", null)]),`,
        replace: "",
      },
    ],
  },
  {
    name: "late-gift-counts-as-given",
    engine: "sqlite",
    edits: [
      {
        file: `${GIFT_LIST}/order-listening.server.ts`,
        find: "const isInTime = isHeld || isExtra || units <= unitsLeft(gift.quantity, others, now);",
        replace:
          "const isInTime = units > 0 || isHeld || isExtra || unitsLeft(gift.quantity, others, now) > 0;",
      },
    ],
  },
  {
    name: "gift-held-without-its-lock",
    engine: "postgres",
    scenario: "two givers of the last unit of a gift",
    edits: [
      {
        file: `${GIFT_LIST}/giver-cart.server.ts`,
        find: `const gift = await lockGift(giftId);
  if (!gift || isExtra) return null;`,
        replace: `const gift = await db()
    .selectFrom("gift_list_gifts")
    .selectAll()
    .where("id", "=", giftId)
    .executeTakeFirst();
  if (!gift || isExtra) return null;`,
      },
    ],
  },
  {
    name: "words-changed-without-a-lock",
    engine: "postgres",
    scenario: "new words and the beginning of the work",
    edits: [
      {
        file: `${ORDER}/words.server.ts`,
        find: `    const order = await lockOrder(id);
    const line = order?.lines[position];`,
        replace: `    const order = await findOrder(id);
    const line = order?.lines[position];`,
      },
      {
        file: `${ORDER}/words.server.ts`,
        find: `import type { Order, OrderLine } from "./order.ts";`,
        replace: `import { findOrder } from "./order.server.ts";\nimport type { Order, OrderLine } from "./order.ts";`,
      },
    ],
  },
  {
    name: "spare-gift-stays-in-the-order",
    engine: "sqlite",
    scenario: "the money for a spare gift beside its sending",
    edits: [
      {
        file: `${ORDER}/on-paid.server.ts`,
        find: "  await orderCompleted.publish({ order, now });\n",
        replace: "",
      },
    ],
  },
  {
    name: "gift-held-twice-by-two-tabs",
    engine: "postgres",
    scenario: "two tabs of one giver pay for the last unit of a gift",
    edits: [
      {
        file: `${GIFT_LIST}/giver-cart.server.ts`,
        find: "    await lockCartPurchase(cart.id);\n",
        replace: "",
      },
    ],
  },
];

/** The text of `edit`'s file with the bug in it. Throws when the code has changed under the mutation. */
export function mutated(edit: Edit, text: string): string {
  const parts = text.split(edit.find);
  if (parts.length !== 2) throw new Error(`${edit.file} has its place ${parts.length - 1} times`);
  return parts.join(edit.replace);
}

const COPIED = ["app", "scripts", "tests/simulation", "tests/support", "package.json", "tsconfig.json"];
const LINKED = ["node_modules", "content", "public"];

/** A copy of the shop with the bug in it. Remove the folder yourself. */
export function mutatedShop({ name, edits }: Mutation): string {
  const folder = mkdtempSync(join(tmpdir(), `shop-${name}-`));
  mkdirSync(join(folder, "tests"));
  for (const path of COPIED) cpSync(resolve(path), join(folder, path), { recursive: true });
  for (const path of LINKED) symlinkSync(resolve(path), join(folder, path));
  for (const edit of edits) {
    const file = join(folder, edit.file);
    writeFileSync(file, mutated(edit, readFileSync(file, "utf8")));
  }
  return folder;
}
