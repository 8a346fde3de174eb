import { paperText } from "#app/models/cart/gift.ts";
import type { EmailBlock } from "#app/models/email/document.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { withoutWebAddresses } from "#app/models/shared/web-address.ts";

import type { Order, OrderLine } from "./order.ts";
import { showsPrices } from "./packing-instructions.ts";

export function giftDetails({ gift, wrap }: OrderLine, locale: string): ReadonlyArray<string> {
  const paper = paperText(gift);
  const cost = wrap && wrap.price.minor > 0 ? formatMoney(wrap.price, locale) : "free";
  return [
    ...(paper ? [`${paper}: ${cost}`] : []),
    ...(gift?.message ? withoutWebAddresses(`Card: ${gift.message}`).split("\n") : []),
  ];
}

export function writtenWords(order: Order): ReadonlyArray<EmailBlock> {
  const { giftMessage, note } = order;
  const columns = [
    ...(!showsPrices(order) ? [{ title: "Gift order", lines: ["There are no prices in the parcel."] }] : []),
    ...(giftMessage
      ? [{ title: "Your gift message", lines: withoutWebAddresses(giftMessage).split("\n") }]
      : []),
    ...(note ? [{ title: "Your note", lines: withoutWebAddresses(note).split("\n") }] : []),
  ];
  return columns.length > 0 ? [{ kind: "columns", columns }] : [];
}
