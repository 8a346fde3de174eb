import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { personalisationText } from "#app/models/catalogue/personalisation.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { Address } from "#app/models/customer/address.ts";
import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { money } from "#app/models/shared/money.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { creditNoteNumberText, invoiceNumberText } from "./document-number.ts";
import { moneyOfOrders } from "./money.server.ts";
import type { OrderMoney } from "./money.ts";
import type { ChosenDelivery } from "./order.ts";
import { emailOrNone } from "./removed-person.ts";

/** Without `to` itself; ISO 8601, or null for no limit. */
export type ExportSpan = Readonly<{ from: string | null; to: string | null }>;

export async function countOrders(span: ExportSpan): Promise<number> {
  const { count } = await within(span)
    .modifyFront(WALK)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Names, email addresses, places and the words on items. */
export type OrderExport = Readonly<{ hasNames: boolean }>;

export type NumbersAfter = (last: number, limit: number) => Promise<ReadonlyArray<number>>;

/** The lowest first, {@link EXPORT_BATCH} at a time. */
export async function* numberBatches(numbersAfter: NumbersAfter): AsyncGenerator<ReadonlyArray<number>> {
  for (let last = 0; ;) {
    const numbers = await numbersAfter(last, EXPORT_BATCH);
    if (numbers.length === 0) return;
    yield numbers;
    last = numbers.at(-1) ?? last;
  }
}

/** An order that is placed meanwhile may be among them. */
export function exportOrders(
  span: ExportSpan,
  { hasNames }: OrderExport = { hasNames: true },
): AsyncGenerator<ReadonlyArray<ExportRow>> {
  return exportNumberedOrders(
    async (last, limit) => {
      const rows = await within(span)
        .select("number")
        .where("number", ">", last)
        .orderBy("number")
        .limit(limit)
        .execute();
      return rows.map(({ number }) => number);
    },
    { hasNames },
  );
}

export async function* exportNumberedOrders(
  numbersAfter: NumbersAfter,
  { hasNames }: OrderExport,
): AsyncGenerator<ReadonlyArray<ExportRow>> {
  const headings = headingsOf(await findStore());
  for await (const numbers of numberBatches(numbersAfter)) {
    const orders = await db()
      .selectFrom("orders")
      .leftJoin("order_recipients", "order_recipients.order_id", "orders.id")
      .selectAll("orders")
      .select("order_recipients.address as recipient_address")
      .where("number", "in", numbers)
      .orderBy("number")
      .execute();
    const items = await itemsOf(
      orders.map(({ id }) => id),
      hasNames,
    );
    const sums = await moneyOfOrders(orders.map(({ id }) => id));
    const notesOf = await findNoteNumbers(orders.map(({ id }) => id));
    yield orders.map((order) => ({
      ...rowOf(order, items.get(order.id) ?? NO_ITEMS, headings),
      ...moneyCells(sums.get(order.id)),
      ...{ invoice: invoiceNumberText(order) ?? "", "credit notes": notesOf(order.id) },
    }));
  }
}

/** Without names those that say who or where are left out. */
export async function orderColumns({ hasNames }: OrderExport): Promise<ReadonlyArray<string>> {
  const { postcode, tax } = headingsOf(await findStore());
  return [
    ...["number", "status", "placed at", "paid at"],
    ...(hasNames ? ["email", "delivery name", "delivery company", "delivery street"] : []),
    ...(hasNames ? ["delivery street, second line", "delivery city", postcode, "delivery phone"] : []),
    ...["delivery country", "delivery method", "items", "weight in grams", "goods total"],
    ...["discount", "coupon"],
    ...["delivery price", "total", tax, "refunded", "refund under way", "refund owed"],
    ...["disputed", "lost in disputes", "dispute fees", "currency"],
    ...["invoice", "credit notes"],
  ];
}

/** Answers with a function that joins those of an order's id. */
async function findNoteNumbers(orderIds: ReadonlyArray<string>) {
  const rows = await db()
    .selectFrom("refunds")
    .select(["order_id", "credit_note_number as number"])
    .where("order_id", "in", orderIds)
    .where("credit_note_number", "is not", null)
    .orderBy("credit_note_number")
    .execute();
  const notes = grouped(rows, ({ order_id }) => order_id);
  return (id: string) => (notes.get(id) ?? []).map(({ number }) => creditNoteNumberText(number)).join(", ");
}

/** The provider's fees are in the currency of the shop's account there, which the cell names. */
function moneyCells(sums: OrderMoney | undefined): ExportRow {
  if (!sums) return {};
  const fees = sums.fees.map(({ minor, currency }) => `${amountText(money(minor, currency))} ${currency}`);
  return {
    refunded: amountText(sums.refunded),
    "refund under way": amountText(sums.underWay),
    "refund owed": amountText(sums.owed),
    disputed: amountText(sums.disputed),
    "lost in disputes": amountText(sums.lost),
    "dispute fees": fees.join(", "),
  };
}

function within({ from, to }: ExportSpan) {
  return db()
    .selectFrom("orders")
    .$if(from !== null, (query) => query.where("placed_at", ">=", from ?? ""))
    .$if(to !== null, (query) => query.where("placed_at", "<", to ?? ""));
}

/** Without packaging, in grams; null where one of the products has no weight. */
type Items = Readonly<{ texts: ReadonlyArray<string>; weightG: number | null }>;

const NO_ITEMS: Items = { texts: [], weightG: 0 };

async function itemsOf(
  orderIds: ReadonlyArray<string>,
  hasWords: boolean,
): Promise<ReadonlyMap<string, Items>> {
  const lines = await db()
    .selectFrom("order_lines")
    .leftJoin("products", "products.id", "order_lines.product_id")
    .select(["order_id", "quantity", "order_lines.sku", "order_lines.name", "variant_label", "weight_g"])
    .select(["order_lines.personalisation", "order_lines.personalisation_terms"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("position")
    .execute();
  const items = new Map<string, Items>();
  for (const { order_id: id, quantity, sku, name, variant_label: label, weight_g: each, ...words } of lines) {
    const { texts, weightG } = items.get(id) ?? NO_ITEMS;
    const text = `${quantity} x ${sku} ${name}${label ? `, ${label}` : ""}${hasWords ? wordsText(words) : ""}`;
    const weight = weightG === null || each === null ? null : weightG + quantity * each;
    items.set(id, { texts: [...texts, text], weightG: weight });
  }
  return items;
}

function wordsText(row: Pick<LineRow, "personalisation" | "personalisation_terms">): string {
  if (row.personalisation === null || row.personalisation_terms === null) return "";
  const { name } = JSON.parse(row.personalisation_terms) as Readonly<{ name: string }>;
  return `, ${personalisationText({ name, text: row.personalisation })}`;
}

type LineRow = Selectable<Database["order_lines"]>;

type ExportedOrder = Selectable<Database["orders"]> & Readonly<{ recipient_address: string | null }>;

type Headings = Readonly<{ postcode: string; tax: string }>;

function headingsOf({ country, tax }: Store): Headings {
  return { postcode: `delivery ${postcodeName(country).inSentence}`, tax: `${tax.name ?? "tax"} in total` };
}

function rowOf(order: ExportedOrder, { texts, weightG }: Items, headings: Headings): ExportRow {
  const totals = JSON.parse(order.totals) as CartTotals;
  const delivery = JSON.parse(order.delivery) as ChosenDelivery;
  const address = JSON.parse(order.recipient_address ?? order.delivery_address) as Address;
  return {
    number: order.number,
    status: order.status,
    "placed at": order.placed_at,
    "paid at": order.paid_at ?? "",
    email: emailOrNone(order.email),
    "delivery name": `${address.first_name} ${address.last_name}`.trim(),
    "delivery company": address.company,
    "delivery street": address.address1,
    "delivery street, second line": address.address2,
    "delivery city": address.city,
    [headings.postcode]: address.postal_code,
    "delivery phone": address.phone,
    "delivery country": address.country_code,
    "delivery method": delivery.name,
    items: texts.join("; "),
    "weight in grams": weightG ?? "",
    "goods total": amountText(totals.items),
    discount: amountText(totals.discount),
    coupon: totals.coupon ?? "",
    "delivery price": amountText(totals.delivery),
    total: amountText(totals.total),
    [headings.tax]: amountText(totals.vat),
    currency: order.currency,
  };
}
