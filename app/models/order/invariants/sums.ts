/** These invariants are checked inside the transactions that change an order's money. */

/** Minor units and units of items, as in the open transaction. */
export type SumsOfOrder = Readonly<{
  number: number;
  status: string;
  isPaid: boolean;
  total: number;
  lines: number;
  delivery: number;
  payment: number;
  ordered: number;
  reserved: number;
  refunds: number;
}>;

export function brokenSums(sums: SumsOfOrder): ReadonlyArray<string> {
  const { status, isPaid, total, lines, delivery, payment, ordered, reserved, refunds } = sums;
  const broken: ReadonlyArray<readonly [isBroken: boolean, name: string]> = [
    [total !== lines + delivery, "the total is not the sum of its lines and delivery"],
    [payment !== total, "the payment is not of the total"],
    [
      status === "awaiting-payment" && reserved !== ordered,
      "the order does not hold the items that it waits for",
    ],
    [isPaid && reserved !== 0, "a paid order still holds stock"],
    [isPaid && refunds > total, "the refunds come to more than was paid"],
  ];
  return broken.filter(([isBroken]) => isBroken).map(([, name]) => name);
}
