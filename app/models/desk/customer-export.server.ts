import { EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";

import { accountRows, ordersOf } from "./customer-list.server.ts";

export function customerColumns({ hasNames }: Readonly<{ hasNames: boolean }>): ReadonlyArray<string> {
  return [
    "customer",
    ...(hasNames ? ["email", "first name", "last name"] : []),
    ...["since", "address confirmed", "orders", "last order at"],
  ];
}

/** Guests are in the export of orders. */
export async function* exportCustomers(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  for (let last = ""; ;) {
    const rows = await accountRows().where("id", ">", last).orderBy("id").limit(EXPORT_BATCH).execute();
    if (rows.length === 0) return;
    const orders = await ordersOf(rows.map(({ id }) => id));
    yield rows.map((row) => ({
      ...{ customer: row.id, email: row.email, "first name": row.first_name, "last name": row.last_name },
      since: row.created_at,
      "address confirmed": row.verified_at === null ? "no" : "yes",
      orders: orders.get(row.id)?.count ?? 0,
      "last order at": orders.get(row.id)?.last ?? "",
    }));
    last = rows.at(-1)?.id ?? last;
  }
}
