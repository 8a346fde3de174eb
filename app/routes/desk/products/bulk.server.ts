/** What forms for several products share. */
import { json } from "@remix-run/node";

import type { BulkChangeAnswer } from "#app/components/desk/products/bulk-check.tsx";
import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import type { DeskVisit } from "#app/http/request/require-staff.server.ts";
import { findBulkChange } from "#app/models/desk/products/bulk-changes.server.ts";
import { type BulkRule, bulkTitle, needsCode } from "#app/models/desk/products/bulk-rule.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import type { DeskProduct } from "#app/models/desk/products/product-list.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";

import { confirmedBy, deskRefused } from "#app/routes/desk/desk.server.ts";

/** Two fields for each product: a form has at most 200. */
export const CHOSEN_PRODUCTS_MAX = 50;

type Bulk = Readonly<{
  rule: BulkRule;
  products: ReadonlyArray<DeskProduct>;
  key: string;
  code: string;
  /** The field for the price that the page showed: "o12" for product 12. */
  typed: Readonly<Record<string, unknown>>;
  /** What happened to a product, in words. */
  words: (before: string, after: string) => string;
}>;

/** Changes each product by itself, after a code where one is needed. Answers with what became of each. */
export async function applyToEach({ rule, products, key, code, typed, words }: Bulk, visit: DeskVisit) {
  const isWithCode = needsCode(rule, products.length);
  if (isWithCode) {
    const confirmed = await confirmedBy(visit, code);
    if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  }
  const head = { key, kind: rule.kind, title: bulkTitle(rule, products.length), needsCode: isWithCode };
  const rows = [];
  for (const { id, name } of products) {
    const shownMinor = Number(typed[`o${id}`] ?? Number.NaN);
    const done = await changeOneAtDesk({ id, rule, shownMinor, head }, visit.actor);
    rows.push({
      ...{ id, name, isDone: done.ok },
      words: done.ok ? words(done.value.before, done.value.after) : `${shopError(done).message}.`,
    });
  }
  const change = (await findBulkChange({ key }, visit.actor))?.id ?? null;
  const isDone = rows.some((row) => row.isDone);
  return json<BulkChangeAnswer>({ ...NO_DESK_ANSWER, rows, change }, { status: isDone ? 200 : 409 });
}
