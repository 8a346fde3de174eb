/** What whoever packs an order must know of its gifts. */
import { ADDRESS_FIELDS } from "#app/models/customer/address.ts";

import type { Order, OrderLine } from "./order.ts";

/** What to do with one line. */
export type LineInstruction = Readonly<{
  /** Position of the line in the order, from 0. */
  position: number;
  name: string;
  quantity: number;
  /** "Wrap each of the 3 in Holly-leaf print", or null: do not wrap. */
  wrapping: string | null;
  /** What to write on the card that goes with it, line breaks and all, or null. */
  message: string | null;
}>;

export type GiftInstructions = Readonly<{
  /** Lines to wrap or to put a card with; the others are packed as ever. */
  lines: ReadonlyArray<LineInstruction>;
  /** What to write on the card of the whole order, or null. */
  message: string | null;
  /** False: no paper in any parcel may say what anything cost. */
  showsPrices: boolean;
}>;

type GiftOrder = Pick<Order, "giftMessage" | keyof Parcel> &
  Readonly<{ lines: ReadonlyArray<Pick<OrderLine, "name" | "variantLabel" | "quantity" | "gift">> }>;

type Parcel = Pick<Order, "hasGiftReceipt" | "delivery" | "deliveryAddress" | "billingAddress">;

/** Whoever opens the parcel need not know what it cost: where that was asked for, and where somebody else pays. */
export function showsPrices(order: Parcel): boolean {
  return !order.hasGiftReceipt && (order.delivery.collection !== undefined || isForPayer(order));
}

function isForPayer({ deliveryAddress, billingAddress }: Parcel): boolean {
  return ADDRESS_FIELDS.every(
    (field) => field === "phone" || deliveryAddress[field] === billingAddress[field],
  );
}

export function giftInstructions(order: GiftOrder): GiftInstructions {
  const { lines, giftMessage } = order;
  return {
    lines: lines.flatMap(({ name, variantLabel, quantity, gift }, position) =>
      gift
        ? [
            {
              position,
              name: variantLabel ? `${name}, ${variantLabel}` : name,
              quantity,
              wrapping:
                gift.paper && `${quantity === 1 ? "Wrap" : `Wrap each of the ${quantity}`} in ${gift.paper}`,
              message: gift.message,
            },
          ]
        : [],
    ),
    message: giftMessage,
    showsPrices: showsPrices(order),
  };
}
