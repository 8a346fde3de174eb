import { canMoveOrder, isOrderStatus, isPaidFor } from "#app/models/order/status.ts";

type Amount = Readonly<{ minor: number }> | null | undefined;
/** Older orders lack some. */
type Totals = Readonly<{
  items: Amount;
  discount: Amount;
  delivery: Amount;
  wrap?: Amount;
  coupon?: string | null;
}>;

/** With the sums of the rows about the order; amounts in minor units, moments in ISO 8601. */
export type OrderBooks = Readonly<{
  id: string;
  cartId: string;
  status: string;
  placedAt: string;
  paidAt: string | null;
  updatedAt: string;
  total: number;
  totals: string;
  delivery: string;
  lines: number;
  discounts: number;
  hasCoupon: boolean;
  bookedDay: string | null;
  attemptId: string;
  provider: string | null;
  /** The provider's id; null: none was opened. */
  pageId: string | null;
  /** By the shop, without what was given as credit; and of these, what the provider has taken. */
  refunds: number;
  refundsMade: number;
  moves: ReadonlyArray<OrderStep>;
}>;

export type OrderStep = Readonly<{ from: string | null; to: string; reason: string }>;

export type Break = Readonly<{ invariant: string; id: string }>;

export function brokenOrders(orders: ReadonlyArray<OrderBooks>): ReadonlyArray<Break> {
  return orders.flatMap((order) =>
    rulesBrokenBy(order, JSON.parse(order.totals) as Totals).map((invariant) => ({
      invariant,
      id: order.id,
    })),
  );
}

function rulesBrokenBy(order: OrderBooks, totals: Totals): ReadonlyArray<string> {
  const broken: ReadonlyArray<readonly [isBroken: boolean, name: string]> = [
    [
      order.total !== totalOf(totals),
      "an order's total is its lines, its delivery and its wrapping less its discount",
    ],
    [order.lines !== minor(totals.items), "an order's lines add up to its items"],
    [order.discounts !== minor(totals.discount), "the lines' shares of a discount add up to it"],
    [
      isStanding(order) && Boolean(totals.coupon) !== order.hasCoupon,
      "an order redeems the coupon in its price, and no other",
    ],
    [
      order.moves.at(-1)?.to !== order.status || !isChain(order.moves),
      "an order's history leads to its status without gaps",
    ],
    [!order.moves.every(mayMove), "an order moves as the table allows"],
    [isBookedOtherwise(order), "a booked day is the day that its order promised"],
  ];
  return broken.filter(([isBroken]) => isBroken).map(([, name]) => name);
}

function totalOf(totals: Totals): number {
  return minor(totals.items) - minor(totals.discount) + minor(totals.delivery) + minor(totals.wrap);
}

export function minor(amount: Amount): number {
  return amount?.minor ?? 0;
}

/** It waits for its money, or has had it: the coupon is the order's. */
function isStanding({ status, paidAt }: OrderBooks): boolean {
  return status === "awaiting-payment" || (paidAt !== null && isOrderStatus(status) && isPaidFor(status));
}

function isChain(moves: ReadonlyArray<OrderStep>): boolean {
  return moves.every(({ from }, index) => from === (moves[index - 1]?.to ?? null));
}

function mayMove({ from, to }: OrderStep): boolean {
  if (from === null) return to === "awaiting-payment";
  return isOrderStatus(from) && isOrderStatus(to) && canMoveOrder(from, to);
}

function isBookedOtherwise({ bookedDay, delivery }: OrderBooks): boolean {
  if (bookedDay === null) return false;
  const { promises } = JSON.parse(delivery) as { promises: ReadonlyArray<{ day?: string }> };
  return !promises.some((promise) => promise.day === bookedDay);
}
