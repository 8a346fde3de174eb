import { formatShortMoney, type Money } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";

import type { DeliveryClass } from "./delivery-class.ts";
import type { Store } from "./store.ts";

/** Taken off the refund where the shop pays for the way back; null: the customer buys the postage. */
export type ReturnPrice = Readonly<Record<DeliveryClass, Money | null>>;

export const RETURN_SIZES: ReadonlyArray<DeliveryClass> = ["small", "large", "two_person"];

const NAMES: Readonly<Record<DeliveryClass, string>> = {
  small: "small parcels",
  large: "large parcels",
  two_person: "collecting what two people delivered",
};

/** What a return costs by `price`, in sentences. */
export function returnCostText(price: ReturnPrice, locale: string): string {
  const own = RETURN_SIZES.filter((size) => price[size] === null);
  const free = RETURN_SIZES.filter((size) => size !== "two_person" && price[size]?.minor === 0);
  const paid = RETURN_SIZES.flatMap((size) => {
    const amount = price[size];
    return amount && amount.minor > 0 ? `${formatShortMoney(amount, locale)} for ${NAMES[size]}` : [];
  });
  const listed = (sizes: typeof own) => listText(sizes.map((size) => NAMES[size]));
  return [
    ...(free.length > 0 ? [`Sending back ${listed(free)} is free: we pay the postage.`] : []),
    ...(own.length > 0
      ? [
          `You pay the postage of ${listed(own)}, and we pay it back if the items are faulty or not what you ordered.`,
        ]
      : []),
    ...(paid.length > 0
      ? [`We take ${listText(paid)} off your refund, unless the items are faulty or not what you ordered.`]
      : []),
  ].join(" ");
}

/** What `dueDelivery` pays, in sentences. */
export function deliveryRefundText({ returns }: Pick<Store, "returns">): string {
  return `With the whole order we also refund delivery. We refund all of it if we have not sent anything or are at fault. Otherwise we refund what the cheapest delivery we offered for the order would have cost, if you tell us within ${returns.statutoryCancellationDays} days of receiving the goods.`;
}
