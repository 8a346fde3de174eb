/** A row for each parcel that can be sent now, in the columns that a courier's own website reads. */
import { db } from "#app/db/db.server.ts";
import type { Address, AddressField } from "#app/models/customer/address.ts";
import type { CourierKind } from "#app/models/desk/files/export-kinds.ts";
import { type NumbersAfter, numberBatches } from "#app/models/order/export.server.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import { withRecipients } from "#app/models/order/hidden-recipient.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { TO_BE_SENT } from "#app/models/order/status.ts";
import { amountText, type ExportRow, type ExportTable } from "#app/models/shared/csv-export.server.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

import { findDeskOrders } from "./order-steps.server.ts";

/** `kg` is what the items weigh, without packaging; empty where one of the products has no weight. */
type Parcel = Readonly<{ order: Order; address: Address; email: string; kg: string }>;

type Columns = Readonly<Record<string, (parcel: Parcel) => string | number>>;

const of = (field: AddressField) => (parcel: Parcel) => parcel.address[field];
const number = ({ order }: Parcel) => order.number;
const email = (parcel: Parcel) => parcel.email;
const weight = ({ kg }: Parcel) => kg;
/** British numbers begin with 0, others with 00. */
const phone = ({ address }: Parcel) =>
  address.phone
    .replace(/^\s*\+44/, "0")
    .replace(/^\s*\+/, "00")
    .replace(/\D/g, "");

const COLUMNS: Readonly<Record<CourierKind, Columns>> = {
  "royal-mail": {
    ...{ "Order reference": number, "First Name": of("first_name"), "Last Name": of("last_name") },
    ...{ "Company Name": of("company"), "Address Line 1": of("address1"), "Address Line 2": of("address2") },
    ...{ City: of("city"), Postcode: of("postal_code"), Country: ({ address }) => address.country },
    ...{ Phone: phone, Email: email, Weight: weight, Total: ({ order }) => amountText(order.totals.total) },
    "Currency Code": ({ order }) => order.totals.total.currency,
  },
  dpd: {
    ...{ "Customer Ref 1": number, Organisation: of("company") },
    "Contact Name": ({ address }) => `${address.first_name} ${address.last_name}`.trim(),
    ...{ "Contact Telephone": phone, "Address Line 1": of("address1"), "Address Line 2": of("address2") },
    ...{ "Address Line 3": of("city"), Postcode: of("postal_code"), "Country Code": of("country_code") },
    ...{ "No. Parcels": () => 1, "Total Weight": weight },
    ...{ "Notification Email": email, "Notification SMS": phone },
  },
};

/** Without orders that are collected. */
export function courierTable(kind: CourierKind, numbersAfter: NumbersAfter = toBeSentAfter): ExportTable {
  return { columns: Object.keys(COLUMNS[kind]), batches: rowsOf(kind, numbersAfter) };
}

async function* rowsOf(
  kind: CourierKind,
  numbersAfter: NumbersAfter,
): AsyncGenerator<ReadonlyArray<ExportRow>> {
  for await (const numbers of numberBatches(numbersAfter)) {
    const parcels = await parcelsOf(numbers);
    yield parcels.map((parcel) =>
      Object.fromEntries(Object.entries(COLUMNS[kind]).map(([column, cell]) => [column, cell(parcel)])),
    );
  }
}

const toBeSentAfter: NumbersAfter = async (last, limit) => {
  const orders = db().selectFrom("orders").select("number").where("status", "in", TO_BE_SENT);
  const rows = await orders.where("number", ">", last).orderBy("number").limit(limit).execute();
  return rows.map(({ number }) => number);
};

/** A courier must not tell the buyer of a gift the address that they must not learn. */
async function parcelsOf(numbers: ReadonlyArray<number>): Promise<ReadonlyArray<Parcel>> {
  const found = await findDeskOrders(numbers);
  const orders = await withRecipients([...found.values()].map(({ order }) => order));
  const parcels = orders
    .filter(({ delivery }) => !isCollection(delivery.method))
    .sort((one, other) => one.number - other.number)
    .map((order) => {
      const units = unitsToSend(order, found.get(order.number)?.life ?? { lines: [] });
      const sent = order.lines.flatMap(({ productId }, at) => Array<number>(units[at] ?? 0).fill(productId));
      return { order, sent };
    })
    .filter(({ sent }) => sent.length > 0);
  const gramsOf = await findWeights(new Set(parcels.flatMap(({ sent }) => sent)));
  return parcels.map(({ order, sent }) => {
    const grams = sent.reduce((all, id) => all + (gramsOf.get(id) ?? Number.NaN), 0);
    const kg = Number.isNaN(grams) ? "" : (grams / 1_000).toFixed(2);
    const email = order.delivery.giftList?.sentTo ? "" : order.email;
    return { order, address: order.deliveryAddress, email, kg };
  });
}

async function findWeights(ids: ReadonlySet<number>): Promise<ReadonlyMap<number, number | null>> {
  if (ids.size === 0) return new Map();
  const query = db()
    .selectFrom("products")
    .select(["id", "weight_g"])
    .where("id", "in", [...ids]);
  return new Map((await query.execute()).map(({ id, weight_g }) => [id, weight_g]));
}
