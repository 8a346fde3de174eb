import { type Migrating, run } from "./ddl.ts";

export async function addAnswersOfBuyers(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE order_lines ADD COLUMN awaits_answer_until TEXT",
    "ALTER TABLE order_lines ADD COLUMN dropped_quantity INTEGER NOT NULL DEFAULT 0 CHECK (dropped_quantity >= 0)",
    `CREATE INDEX order_lines_awaits_answer ON order_lines (awaits_answer_until)
      WHERE awaits_answer_until IS NOT NULL`,
    "ALTER TABLE refunds ADD COLUMN is_credit INTEGER NOT NULL DEFAULT 0 CHECK (is_credit IN (0, 1))",
    "ALTER TABLE gift_list_claims ADD COLUMN order_line_id TEXT",
    "ALTER TABLE gift_list_claims ADD COLUMN answer TEXT CHECK (answer IN ('send', 'refund', 'credit', 'none'))",
    "ALTER TABLE gift_list_claims ADD COLUMN credit_code TEXT",
    "ALTER TABLE coupon_uses ADD COLUMN credit_minor INTEGER CHECK (credit_minor >= 0)",
    // Until now a spare gift was sent unless its giver cancelled.
    "UPDATE gift_list_claims SET state = 'taken' WHERE state = 'spare'",
  ]);
}
