import { json } from "@remix-run/node";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import type { BulkChangeAnswer } from "#app/components/desk/products/bulk-check.tsx";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import { findBulkChange } from "#app/models/desk/files/bulk-lines.server.ts";
import { IMPORT_UNDO_DAYS } from "#app/models/desk/files/import-kinds.ts";
import { type BulkRule, bulkTitle, needsCode } from "#app/models/desk/products/bulk-rule.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { refused } from "#app/models/shared/result.ts";

import { confirmedBy, deskRefused } from "#app/routes/desk/desk.server.ts";

import { chosenProducts, namedProducts, shownPrices } from "./named-products.server.ts";

type Typed = Readonly<Record<string, string>>;

/** What the form of every change of many products sends. */
export const bulkFields = {
  intent: z.literal("apply"),
  key: z.string().min(1).max(60),
  code: z.string().max(20).default(""),
  shown: z.string().max(20_000).default(""),
};

export async function productsOfForm(typed: Typed) {
  const days = IMPORT_UNDO_DAYS;
  const chosen = await chosenProducts(typed);
  if (chosen.ok) {
    const { changedSince: left } = chosen.value;
    const are = left === 1 ? "product of this list has" : "products of this list have";
    const words = `${left} ${are} changed since you opened it. They are left out: open the list again to see them.`;
    return { ...chosen.value, days, problem: null, status: 200, notice: left === 0 ? null : words };
  }
  const { message, status } = shopError(chosen);
  const { query: list } = namedProducts(typed);
  return { products: [], query: list, list, days, problem: `${message}.`, status, notice: null };
}

type Bulk = Readonly<{
  rule: BulkRule;
  key: string;
  code: string;
  shown: string;
  words: (before: string, after: string) => string;
}>;

export async function applyToEach({ rule, key, code, shown, words }: Bulk, visit: DeskVisit) {
  const prices = shownPrices(shown);
  const products = await findDeskProducts([...prices.keys()]);
  if (products.length === 0) throw deskRefusal(refused("desk-nothing-chosen"));
  const isWithCode = needsCode(rule, products.length);
  if (isWithCode) {
    const confirmed = await confirmedBy(visit, code);
    if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  }
  const head = { key, kind: rule.kind, title: bulkTitle(rule, products.length), needsCode: isWithCode };
  const rows = [];
  for (const { id, name } of products) {
    const done = await changeOneAtDesk(
      { id, rule, shownMinor: prices.get(id) ?? Number.NaN, head },
      visit.actor,
    );
    rows.push({
      ...{ id, name, isDone: done.ok },
      words: done.ok ? words(done.value.before, done.value.after) : `${shopError(done).message}.`,
    });
  }
  const change = await findBulkChange(key);
  const isDone = rows.some((row) => row.isDone);
  return json<BulkChangeAnswer>({ ...NO_DESK_ANSWER, rows, change }, { status: isDone ? 200 : 409 });
}
