import { fullName } from "#app/models/catalogue/full-name.ts";
import { ADDRESS_FIELDS } from "#app/models/customer/address.ts";

import type { Order, OrderLine } from "./order.ts";

export type LineInstruction = Readonly<{
  position: number;
  name: string;
  quantity: number;
  wrapping: string | null;
  message: string | null;
}>;

type GiftOrder = Pick<Order, "giftMessage" | keyof Shipment> &
  Readonly<{ lines: ReadonlyArray<Pick<OrderLine, "name" | "variantLabel" | "quantity" | "gift">> }>;

type Shipment = Pick<Order, "hasGiftReceipt" | "delivery" | "deliveryAddress" | "billingAddress">;

/** False too if somebody else pays (requirement order-8). */
export function showsPrices(order: Shipment): boolean {
  return !order.hasGiftReceipt && (order.delivery.collection !== undefined || isForPayer(order));
}

function isForPayer({ deliveryAddress, billingAddress }: Shipment): boolean {
  return ADDRESS_FIELDS.every(
    (field) => field === "phone" || deliveryAddress[field] === billingAddress[field],
  );
}

/** `showsPrices` false: no paper in the parcel may show a price. */
export function giftInstructions(order: GiftOrder) {
  const { lines, giftMessage } = order;
  return {
    lines: lines.flatMap(
      ({ name, variantLabel, quantity, gift }, position): ReadonlyArray<LineInstruction> =>
        gift
          ? [
              {
                position,
                name: fullName(name, variantLabel),
                quantity,
                wrapping:
                  gift.paper &&
                  `${quantity === 1 ? "Wrap" : `Wrap each of the ${quantity}`} in ${gift.paper}`,
                message: gift.message,
              },
            ]
          : [],
    ),
    message: giftMessage,
    showsPrices: showsPrices(order),
  };
}
