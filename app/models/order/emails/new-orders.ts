import { type EmailWords, button } from "#app/models/email/document.ts";
import { type EmailSender, shopEmail } from "#app/models/email/shop-email.ts";
import type { Order } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

export type NewOrders = EmailSender &
  Readonly<{
    deskOrigin: string;
    /** At least one. */
    orders: ReadonlyArray<Order>;
    /** "Friday 27 November" on which they were paid; null for the email about a single order. */
    day: string | null;
  }>;

/** Names nobody: who bought is at the desk. */
export function newOrdersEmail(about: NewOrders): EmailWords {
  const { store, deskOrigin, orders, day } = about;
  const texts = orders.map((order) => orderText(order, store));
  const number = day === null ? orders[0]?.number : undefined;
  const count = orders.length === 1 ? "1 new order" : `${orders.length} new orders`;
  const subject = number === undefined ? `${count} on ${day ?? ""}` : `New order ${number}`;
  return shopEmail("owner-new-orders", about, {
    ...{ subject, heading: subject },
    preview: texts[0] ?? "",
    blocks: [
      ...texts,
      button("Open the desk", `${deskOrigin}/desk/orders${number === undefined ? "" : `/${number}`}`),
      "The desk’s settings, under “Contact and hours”, say how often you get this email.",
    ],
  });
}

function orderText({ number, lines, totals, delivery }: Order, { locale }: Store): string {
  const items = lines.map(({ quantity, name, variantLabel, personalisation }) => {
    const label = personalisation ? personalisation.plainLabel : variantLabel;
    return `${quantity} × ${name}${label ? `, ${label}` : ""}`;
  });
  return `${number}: ${formatMoney(totals.total, locale)}. ${items.join("; ")}. ${delivery.name}.`;
}
