/** Invoices and credit notes get numbers of their own; what is older keeps what it has. */
import { createTables, type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: { document_numbers: "kind TEXT PRIMARY KEY NOT NULL, last_number INTEGER NOT NULL" },
  });
  await run(db, [
    "ALTER TABLE orders ADD COLUMN invoice_number INTEGER",
    "ALTER TABLE refunds ADD COLUMN credit_note_number INTEGER",
    "CREATE UNIQUE INDEX orders_invoice_number ON orders (invoice_number)",
    "CREATE UNIQUE INDEX refunds_credit_note_number ON refunds (credit_note_number)",
  ]);
}
