/** The statuses of an order, and the table of its steps (decision 0014). */

export const ORDER_STATUSES = [
  "awaiting-payment",
  "declined",
  "payment-review",
  "paid",
  "packed",
  "partially-shipped",
  "shipped",
  "delivered",
  "disputed",
  "cancelled",
  "refunded",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** "payment": an event of the payment provider; "clock": scheduled work; "owner": a person at the desk in any role, or a command. */
export const ORDER_ACTORS = ["payment", "clock", "customer", "owner"] as const;

export type OrderActor = (typeof ORDER_ACTORS)[number];

export type OrderMove = Readonly<{
  from: OrderStatus;
  to: OrderStatus;
  by: ReadonlyArray<OrderActor>;
  then: string;
}>;

const PAYMENT = ["payment"] as const;
const OWNER = ["owner"] as const;

const STOCK_LEAVES = "stock is taken, the basket is emptied, the confirmation is sent";
const LETS_GO = "reserved stock and the discount code are released";
const RESTOCKS =
  "stock is returned, the discount code is released, the payment is refunded, an email is sent";
const SENT = "an email names the parcel and its contents";
const ALL_BACK = "everything has been refunded";
const STOPPED =
  "nothing more is sent until the bank has decided, nor when it has left nothing of the payment";
const RESUMES =
  "the bank has decided: continues as before; or the owner does not send the rest, because nothing is left of the payment";
const SENT_BACK = "the bank sent a refund back, or the provider refused it: the money is owed";

export const ORDER_MOVES: ReadonlyArray<OrderMove> = [
  { from: "awaiting-payment", to: "paid", by: PAYMENT, then: STOCK_LEAVES },
  { from: "awaiting-payment", to: "declined", by: PAYMENT, then: LETS_GO },
  { from: "awaiting-payment", to: "cancelled", by: ["payment", "clock", "customer", "owner"], then: LETS_GO },
  {
    from: "awaiting-payment",
    to: "refunded",
    by: PAYMENT,
    then: "items were sold out, or another order paid for the basket: refund and email",
  },
  { from: "awaiting-payment", to: "payment-review", by: PAYMENT, then: "someone checks a wrong amount" },
  ...lateMoney("declined"),
  { from: "declined", to: "cancelled", by: ["payment", "clock", "owner"], then: "nobody tries again" },
  ...lateMoney("cancelled"),
  { from: "payment-review", to: "paid", by: PAYMENT, then: STOCK_LEAVES },
  {
    from: "payment-review",
    to: "cancelled",
    by: ["payment", "owner"],
    then: `${LETS_GO}, the payment is refunded`,
  },
  { from: "payment-review", to: "refunded", by: PAYMENT, then: ALL_BACK },

  { from: "paid", to: "packed", by: OWNER, then: "the customer can no longer cancel online" },
  {
    from: "packed",
    to: "paid",
    by: ["owner", "customer", "clock"],
    then: "unpacked: the customer can cancel again, or an item was taken out",
  },
  { from: "paid", to: "cancelled", by: ["customer", "owner", "clock"], then: RESTOCKS },
  { from: "packed", to: "cancelled", by: OWNER, then: RESTOCKS },
  ...(["paid", "packed"] as const).flatMap((from) => [
    step(from, "partially-shipped", { by: OWNER, then: SENT }),
    step(from, "shipped", { by: OWNER, then: SENT }),
  ]),
  {
    from: "partially-shipped",
    to: "shipped",
    by: ["owner", "customer", "clock"],
    then: "the rest is sent or refunded",
  },
  { from: "shipped", to: "delivered", by: OWNER, then: "the return period starts, an email is sent" },
  {
    from: "delivered",
    to: "shipped",
    by: OWNER,
    then: "marked by mistake, within 24 hours: the return period has not started, an email says so",
  },

  ...(["paid", "packed", "partially-shipped", "shipped", "delivered"] as const).flatMap((status) => [
    step(status, "refunded", { by: PAYMENT, then: ALL_BACK }),
    step(status, "disputed", { by: PAYMENT, then: STOPPED }),
    step("disputed", status, { by: status === "shipped" ? ["payment", "owner"] : PAYMENT, then: RESUMES }),
  ]),
  { from: "disputed", to: "refunded", by: PAYMENT, then: ALL_BACK },
  {
    from: "disputed",
    to: "cancelled",
    by: OWNER,
    then: "only if the bank has left nothing of the payment, and nothing was sent: stock is returned, an email is sent",
  },
  ...(["cancelled", "shipped", "delivered"] as const).map((status) =>
    step("refunded", status, { by: PAYMENT, then: SENT_BACK }),
  ),
];

/**
 * Money can arrive after an order was given up: the items are reserved again, or the money goes back, also if another
 * order of the cart was paid.
 */
function lateMoney(from: OrderStatus): ReadonlyArray<OrderMove> {
  return [
    { from, to: "paid", by: PAYMENT, then: `money came late: ${STOCK_LEAVES}` },
    { from, to: "refunded", by: PAYMENT, then: "the payment is refunded" },
    { from, to: "payment-review", by: PAYMENT, then: "someone checks a wrong amount" },
  ];
}

function step(from: OrderStatus, to: OrderStatus, rest: Pick<OrderMove, "by" | "then">): OrderMove {
  return { from, to, ...rest };
}

export function canMoveOrder(from: OrderStatus, to: OrderStatus, by?: OrderActor): boolean {
  const found = ORDER_MOVES.find((each) => each.from === from && each.to === to);
  return found !== undefined && (by === undefined || found.by.includes(by));
}

/** The shop has the money and owes the items, or has sent them. */
export const PAID_FOR = ["paid", "packed", "partially-shipped", "shipped", "delivered"] as const;

/** Of one purchase at most one order has one of these; the unique index "orders_one_payment" lists the same. */
export const HOLDS_PURCHASE = ["awaiting-payment", ...PAID_FOR, "disputed"] as const;

export function isPaidFor(status: OrderStatus): boolean {
  return (PAID_FOR as ReadonlyArray<OrderStatus>).includes(status);
}

export const TO_BE_SENT = ["paid", "packed", "partially-shipped"] as const;

export function isToBeSent(status: OrderStatus): boolean {
  return (TO_BE_SENT as ReadonlyArray<OrderStatus>).includes(status);
}

export function isOrderStatus(value: string): value is OrderStatus {
  return (ORDER_STATUSES as ReadonlyArray<string>).includes(value);
}
