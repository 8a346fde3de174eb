/** What an order may become, who may have it so, and what happens then: the table is the rule. */

export const ORDER_STATUSES = [
  "awaiting-payment",
  "declined",
  "payment-review",
  "paid",
  "packed",
  "partially-dispatched",
  "dispatched",
  "delivered",
  "disputed",
  "cancelled",
  "refunded",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Who moves orders: what a payment provider told, the shop's clock, the buyer (with an account or not), the owner. */
export const ORDER_ACTORS = ["payment", "clock", "customer", "owner"] as const;

export type OrderActor = (typeof ORDER_ACTORS)[number];

export type OrderMove = Readonly<{
  from: OrderStatus;
  to: OrderStatus;
  by: ReadonlyArray<OrderActor>;
  /** What happens with it, for people. */
  then: string;
}>;

const PAYMENT = ["payment"] as const;
const OWNER = ["owner"] as const;

const STOCK_LEAVES = "the goods leave the stock, the basket empties, the confirmation is sent";
const LETS_GO = "held goods and coupon are free again";
const RESTOCKS =
  "the goods go back into stock, the coupon is free again, the money goes back, an e-mail says so";
const SENT = "an e-mail names the parcel and what is in it";
const ALL_BACK = "all of the money is back";
const STOPPED = "nothing more is sent until the bank has decided";

/** From, to, by whom, and then? No order takes a step that is not here. */
export const ORDER_MOVES: ReadonlyArray<OrderMove> = [
  { from: "awaiting-payment", to: "paid", by: PAYMENT, then: STOCK_LEAVES },
  { from: "awaiting-payment", to: "declined", by: PAYMENT, then: LETS_GO },
  { from: "awaiting-payment", to: "cancelled", by: ["payment", "clock", "customer", "owner"], then: LETS_GO },
  {
    from: "awaiting-payment",
    to: "refunded",
    by: PAYMENT,
    then: "the goods were gone, or the basket was paid by another order: money back, an e-mail says so",
  },
  { from: "awaiting-payment", to: "payment-review", by: PAYMENT, then: "a person looks at a wrong sum" },
  ...lateMoney("declined"),
  { from: "declined", to: "cancelled", by: ["payment", "clock", "owner"], then: "nobody tries again" },
  ...lateMoney("cancelled"),
  { from: "payment-review", to: "paid", by: PAYMENT, then: STOCK_LEAVES },
  {
    from: "payment-review",
    to: "cancelled",
    by: ["payment", "owner"],
    then: `${LETS_GO}, what was paid goes back`,
  },
  { from: "payment-review", to: "refunded", by: PAYMENT, then: ALL_BACK },

  { from: "paid", to: "packed", by: OWNER, then: "the buyer can no longer cancel by themselves" },
  { from: "packed", to: "paid", by: OWNER, then: "unpacked: the buyer can cancel again" },
  { from: "paid", to: "cancelled", by: ["customer", "owner"], then: RESTOCKS },
  { from: "packed", to: "cancelled", by: OWNER, then: RESTOCKS },
  ...(["paid", "packed"] as const).flatMap((from) => [
    step(from, "partially-dispatched", { by: OWNER, then: SENT }),
    step(from, "dispatched", { by: OWNER, then: SENT }),
  ]),
  { from: "partially-dispatched", to: "dispatched", by: OWNER, then: "the rest is sent, or given back" },
  { from: "dispatched", to: "delivered", by: OWNER, then: "the days to return begin, an e-mail says so" },

  ...(["paid", "packed", "partially-dispatched", "dispatched", "delivered"] as const).flatMap((status) => [
    step(status, "refunded", { by: PAYMENT, then: ALL_BACK }),
    step(status, "disputed", { by: PAYMENT, then: STOPPED }),
    step("disputed", status, { by: PAYMENT, then: "the bank decided for the shop: on as before" }),
  ]),
  {
    from: "disputed",
    to: "refunded",
    by: PAYMENT,
    then: "the bank decided for the buyer, or the money is back",
  },
];

/**
 * Money can arrive after an order was given up: then the shop finds the goods again, or gives the money back. It gives
 * it back too when another order of the same basket has been paid.
 * Only an order whose payment is settled is finished.
 */
function lateMoney(from: OrderStatus): ReadonlyArray<OrderMove> {
  return [
    { from, to: "paid", by: PAYMENT, then: `money came late: ${STOCK_LEAVES}` },
    { from, to: "refunded", by: PAYMENT, then: "the money is back" },
    { from, to: "payment-review", by: PAYMENT, then: "a person looks at a wrong sum" },
  ];
}

function step(from: OrderStatus, to: OrderStatus, rest: Pick<OrderMove, "by" | "then">): OrderMove {
  return { from, to, ...rest };
}

/** True when the table has the step; with `by`, when that actor may take it. */
export function canMoveOrder(from: OrderStatus, to: OrderStatus, by?: OrderActor): boolean {
  const found = ORDER_MOVES.find((each) => each.from === from && each.to === to);
  return found !== undefined && (by === undefined || found.by.includes(by));
}

/** Statuses in which the shop has the money and owes the goods, or has sent them. */
export const PAID_FOR = ["paid", "packed", "partially-dispatched", "dispatched", "delivered"] as const;

/**
 * Statuses of an order that may still be paid, or has been and not been given back. Of one purchase of a basket one
 * order at most has one of these: the unique index "orders_one_payment" names the same.
 */
export const HOLDS_PURCHASE = ["awaiting-payment", ...PAID_FOR, "disputed"] as const;

/** True once the shop has the money and owes the goods. */
export function isPaidFor(status: OrderStatus): boolean {
  return (PAID_FOR as ReadonlyArray<OrderStatus>).includes(status);
}

/** True while something of it is still to be sent. */
export function isToBeSent(status: OrderStatus): boolean {
  return status === "paid" || status === "packed" || status === "partially-dispatched";
}

export function isOrderStatus(value: string): value is OrderStatus {
  return (ORDER_STATUSES as ReadonlyArray<string>).includes(value);
}
