import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { type Slip, SlipsPage } from "#app/components/desk/slips-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import { code39 } from "#app/models/desk/orders/code39.ts";
import { BULK_MAX } from "#app/models/desk/orders/order-list.server.ts";
import { type DeskOrder, findDeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import { withRecipient } from "#app/models/order/hidden-recipient.server.ts";
import type { OrderLine } from "#app/models/order/order.ts";
import { shownStatus } from "#app/models/desk/views.ts";
import { giftInstructions } from "#app/models/order/packing-instructions.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { promiseTexts } from "./order-view.server.ts";
import { chosenNumbers } from "./selection.server.ts";

export { noForm as action } from "./desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "print-slips");
  const { searchParams } = new URL(request.url);
  const store = await findStore();
  const numbers = await chosenNumbers(searchParams, { role: staff.role, now: actor.now });
  const found = await Promise.all(numbers.slice(0, BULK_MAX).map(findDeskOrder));
  const orders = found.filter((one) => one !== null);
  const slips = await Promise.all(orders.map((order) => slipOf(order, store)));
  const hasList = searchParams.get("list") !== "off";
  const other = new URLSearchParams(searchParams);
  if (hasList) other.set("list", "off");
  else other.delete("list");
  return json({
    ...{ slips, picking: hasList ? pickingList(slips) : [], view: searchParams.get("view") },
    ...{ hasList, otherwise: deskPaths.slips(Object.fromEntries(other)) },
    isCut: numbers.length >= BULK_MAX,
  });
}

async function slipOf({ order, life }: DeskOrder, store: Store): Promise<Slip> {
  const { showsPrices, lines: gifts, message } = giftInstructions(order);
  const toSend = unitsToSend(order, life);
  const isRest = toSend.some((units) => units > 0);
  return {
    number: order.number,
    status: order.status,
    shown: shownStatus(order),
    barcode: code39(String(order.number)),
    placed: dateText(order.placedAt, store),
    shop: store.name,
    to: addressLines((await withRecipient(order)).deliveryAddress),
    from: [...sellerLines(store.company), store.contact.phone],
    delivery: [order.delivery.name, ...promiseTexts(order)],
    lines: order.lines.flatMap((line, index) => {
      // Everything has left already: the slip of the whole order, as a copy.
      const units = isRest ? (toSend[index] ?? 0) : line.quantity;
      if (units === 0) return [];
      const price = showsPrices ? formatMoney(line.unitPrice, store.locale) : null;
      return [{ sku: line.sku, name: nameOf(line), words: line.personalisation?.text ?? null, units, price }];
    }),
    papers: order.lines.flatMap(({ gift, quantity }, index) => {
      const units = isRest ? (toSend[index] ?? 0) : quantity;
      return gift?.paper && units > 0 ? [{ name: `Gift wrap: ${gift.paper}`, units }] : [];
    }),
    gifts: gifts.map(({ name, quantity, wrapping, message: card }) => ({
      what: `${quantity} × ${name}`,
      words: [wrapping, card && `write on its card: “${card}”`].filter(Boolean).join("; "),
    })),
    giftMessage: message,
    note: order.note,
    foot: `Something missing or not right? ${store.contact.email}, ${store.contact.phone}. You have ${store.returns.ourReturnsDays} days to return unused items.`,
  };
}

/** Without the words on it, which stand alone. */
function nameOf({ name, variantLabel, personalisation }: OrderLine): string {
  return [name, personalisation ? personalisation.plainLabel : variantLabel].filter(Boolean).join(", ");
}

function pickingList(slips: ReadonlyArray<Slip>) {
  const rows = new Map<string, { sku: string; name: string; units: number; orders: Array<number> }>();
  for (const { number, lines, papers } of slips)
    for (const { sku, name, units } of [...lines, ...papers.map((paper) => ({ sku: "", ...paper }))]) {
      const key = sku || name;
      const row = rows.get(key) ?? { sku, name, units: 0, orders: [] };
      const orders = row.orders.includes(number) ? row.orders : [...row.orders, number];
      rows.set(key, { ...row, units: row.units + units, orders });
    }
  const items = [...rows.values()].sort((one, other) => (one.sku < other.sku ? -1 : 1));
  return [...items.filter(({ sku }) => sku !== ""), ...items.filter(({ sku }) => sku === "")];
}

export const meta = deskTitle("Slips");

export default deskPage<typeof loader>(SlipsPage);
