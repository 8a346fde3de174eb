import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { personalisationText } from "#app/models/catalogue/personalisation.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { Address } from "#app/models/customer/address.ts";
import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { money } from "#app/models/shared/money.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import type { ChosenDelivery } from "./order.ts";

/** Without `to` itself; ISO 8601, or null for no limit. */
export type ExportSpan = Readonly<{ from: string | null; to: string | null }>;

export async function countOrders(span: ExportSpan): Promise<number> {
  const { count } = await within(span)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Names, email addresses, places and the words on items. */
export type OrderExport = Readonly<{ hasNames: boolean }>;

type NumbersAfter = (last: number, limit: number) => Promise<ReadonlyArray<number>>;

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
  for (let last = 0; ;) {
    const numbers = await numbersAfter(last, EXPORT_BATCH);
    if (numbers.length === 0) return;
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
    const refunded = await refundedOf(orders.map(({ id }) => id));
    yield orders.map((order) => ({
      ...rowOf(order, items.get(order.id) ?? [], headings),
      refunded: amountText(money(refunded.get(order.id) ?? 0, order.currency)),
    }));
    last = numbers.at(-1) ?? last;
  }
}

/** Without names those that say who or where are left out. */
export async function orderColumns({ hasNames }: OrderExport): Promise<ReadonlyArray<string>> {
  const { postcode, tax } = headingsOf(await findStore());
  return [
    ...["number", "status", "placed at", "paid at"],
    ...(hasNames ? ["email", "delivery name", "delivery city", postcode] : []),
    ...["delivery country", "delivery method", "items", "goods total", "discount", "coupon"],
    ...["delivery price", "total", tax, "refunded", "currency"],
  ];
}

function within({ from, to }: ExportSpan) {
  return db()
    .selectFrom("orders")
    .$if(from !== null, (query) => query.where("placed_at", ">=", from ?? ""))
    .$if(to !== null, (query) => query.where("placed_at", "<", to ?? ""));
}

/** Minor units that went back as money, with or without items. */
async function refundedOf(orderIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, number>> {
  const rows = await db()
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.order_id")
    .whereRef("refunds.currency", "=", "orders.currency")
    .select(["order_id"])
    .select(({ fn }) => fn.sum<number | string>("amount_minor").as("minor"))
    .where("order_id", "in", orderIds)
    .where("is_credit", "=", 0)
    .groupBy("order_id")
    .execute();
  return new Map(rows.map(({ order_id, minor }) => [order_id, Number(minor)]));
}

async function itemsOf(
  orderIds: ReadonlyArray<string>,
  hasWords: boolean,
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> {
  const lines = await db()
    .selectFrom("order_lines")
    .select(["order_id", "quantity", "sku", "name", "variant_label"])
    .select(["personalisation", "personalisation_terms"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("position")
    .execute();
  const items = new Map<string, Array<string>>();
  for (const { order_id: id, quantity, sku, name, variant_label: label, ...words } of lines) {
    const known = items.get(id) ?? [];
    known.push(`${quantity} x ${sku} ${name}${label ? `, ${label}` : ""}${hasWords ? wordsText(words) : ""}`);
    items.set(id, known);
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

function rowOf(order: ExportedOrder, items: ReadonlyArray<string>, headings: Headings): ExportRow {
  const totals = JSON.parse(order.totals) as CartTotals;
  const delivery = JSON.parse(order.delivery) as ChosenDelivery;
  const address = JSON.parse(order.recipient_address ?? order.delivery_address) as Address;
  return {
    number: order.number,
    status: order.status,
    "placed at": order.placed_at,
    "paid at": order.paid_at ?? "",
    email: order.email,
    "delivery name": `${address.first_name} ${address.last_name}`.trim(),
    "delivery city": address.city,
    [headings.postcode]: address.postal_code,
    "delivery country": address.country_code,
    "delivery method": delivery.name,
    items: items.join("; "),
    "goods total": amountText(totals.items),
    discount: amountText(totals.discount),
    coupon: totals.coupon ?? "",
    "delivery price": amountText(totals.delivery),
    total: amountText(totals.total),
    [headings.tax]: amountText(totals.vat),
    currency: order.currency,
  };
}
