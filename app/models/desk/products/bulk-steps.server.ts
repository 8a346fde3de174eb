/** Each product in a transaction of its own, with its row in the log. */
import { transact } from "#app/db/db.server.ts";
import {
  changeLockedProduct,
  lockEditedProduct,
  type ProductRefusal,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { type BulkHead, noteBulkLine } from "#app/models/desk/files/bulk-lines.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type BulkRule, changesBy, stepOf } from "./bulk-rule.ts";
import { FIELD_LABELS, fieldText } from "./field-words.ts";

type BulkStep = Readonly<{
  id: number;
  rule: BulkRule;
  /** The price that the page showed, in minor units: another one is left as it is. */
  shownMinor: number;
  head: BulkHead;
}>;

type BulkStepRefusal = "desk-not-allowed" | "desk-price-changed" | ProductRefusal;
type Outcome = Result<Readonly<{ before: string; after: string; isChanged: boolean }>, BulkStepRefusal>;

export async function changeOneAtDesk(
  { id, rule, shownMinor, head }: BulkStep,
  actor: DeskActor,
): Promise<Outcome> {
  if (!mayOf(actor)(stepOf(rule.kind))) return refused("desk-not-allowed");
  const { currencies, currency: own, locale } = await findStore();
  const currency = currencies[0] ?? own;
  const words = { format: { currency, locale }, now: actor.now, variants: new Map<number, string>() };
  const field = rule.kind;
  return transact<Outcome>(async () => {
    const state = await lockEditedProduct(id);
    if (!state) return refused("product-not-found");
    const minor = Number(state.fields.price);
    if (rule.kind !== "visibility" && minor !== shownMinor)
      return refused("desk-price-changed", { price: formatMoney(money(minor, currency), locale) });
    const done = await changeLockedProduct(state, changesBy(rule, minor, currency), {
      now: actor.now,
      by: actor.staff?.name ?? "",
    });
    if (!done.ok) return done;
    const { before, after, isChanged } = done.value;
    const [wordsBefore, wordsAfter] = [fieldText(field, before, words), fieldText(field, after, words)];
    if (isChanged) {
      await noteBulkLine({ productId: id, before: before[field], after: after[field] }, head, actor);
      await writeDeskLog(actor, {
        action: "product-published",
        subject: { kind: "product", id: String(id) },
        changes: { [FIELD_LABELS[field].toLowerCase()]: [wordsBefore, wordsAfter] },
        ...{ reason: "With others, by one rule", key: head.key },
      });
    }
    return ok({ before: wordsBefore, after: wordsAfter, isChanged });
  });
}
