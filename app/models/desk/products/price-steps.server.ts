/** The prices of several products changed at the desk: each in a transaction of its own, with its row in the log. */
import { transact } from "#app/db/db.server.ts";
import {
  changeProduct,
  lockEditedProduct,
  type ProductRefusal,
} from "#app/models/catalogue/editing/change-product.server.ts";
import type { DeskPerson } from "#app/models/desk/order-steps.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { fieldText } from "./field-words.ts";
import { changesBy, type PriceRule } from "./price-rule.ts";

type PriceStep = Readonly<{
  id: number;
  rule: PriceRule;
  /** The price that the page showed, in minor units: another one is left as it is. */
  shownMinor: number;
  /** The form's key, for the log. */
  key: string;
}>;

type PriceStepRefusal = "desk-not-allowed" | "desk-price-changed" | ProductRefusal;

/** Changes one price by the rule. Answers with the old and the new one in words. */
export async function changePriceAtDesk(
  { id, rule, shownMinor, key }: PriceStep,
  actor: DeskPerson,
): Promise<Result<Readonly<{ before: string; after: string }>, PriceStepRefusal>> {
  if (!can(actor.staff.role, "publish-prices")) return refused("desk-not-allowed");
  const { currencies, currency: own, locale } = await findStore();
  const currency = currencies[0] ?? own;
  const words = { format: { currency, locale }, now: actor.now, variants: new Map<number, string>() };
  const field = rule.kind;
  return transact<Result<Readonly<{ before: string; after: string }>, PriceStepRefusal>>(async () => {
    const state = await lockEditedProduct(id);
    if (!state) return refused("product-not-found");
    const minor = Number(state.fields.price);
    if (minor !== shownMinor)
      return refused("desk-price-changed", { price: formatMoney(money(minor, currency), locale) });
    const done = await changeProduct(id, changesBy(rule, minor, currency), {
      ...{ now: actor.now, by: actor.staff.name },
    });
    if (!done.ok) return done;
    const [before, after] = [done.value.before, done.value.after].map((fields) =>
      fieldText(field, fields, words),
    );
    if (done.value.isChanged)
      await writeDeskLog(actor, {
        action: "product-published",
        subject: { kind: "product", id: String(id) },
        changes: { [field === "sale" ? "sale price" : "price"]: [before ?? "", after ?? ""] },
        ...{ reason: "With others, by one rule", key },
      });
    return ok({ before: before ?? "", after: after ?? "" });
  });
}
