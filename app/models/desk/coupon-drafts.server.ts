/**
 * Coupons could once be saved as drafts. What was a draft by then is carried over: it becomes a coupon that is switched
 * off. No new rows are written.
 */
import type { Selectable } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { eachByItself } from "#app/models/jobs/each-by-itself.ts";
import { createCoupon, switchCoupon } from "#app/models/coupon/admin-coupons.server.ts";
import type { CouponTerms } from "#app/models/coupon/coupon-terms.ts";
import { readTexts, type Texts } from "#app/models/resource/field.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { coupons } from "./resources/coupons.server.ts";

/** Safe to repeat. */
export async function carryOverCouponDrafts(now: Date): Promise<void> {
  const drafts = await db()
    .selectFrom("coupon_drafts")
    .selectAll()
    .orderBy("updated_at")
    .orderBy("code")
    .execute();
  await eachByItself(
    drafts,
    ({ code }) => `draft ${code}`,
    (draft) => inTransaction(() => carryOver(draft, now)),
  );
}

/** A draft that cannot become a coupon, because its code is one by now, changes nothing: the log has its terms. */
async function carryOver(draft: Selectable<Database["coupon_drafts"]>, now: Date): Promise<void> {
  const { code, version } = draft;
  const { numDeletedRows } = await db()
    .deleteFrom("coupon_drafts")
    .where("code", "=", code)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  const problem = await createSwitchedOff(draft, now);
  if (problem === null) return;
  const texts = Object.entries(textsOfDraft(JSON.parse(draft.typed) as Texts));
  await writeDeskLog(commandLineActor(now), {
    action: "coupon-discarded",
    subject: { kind: "coupon", id: code },
    changes: Object.fromEntries(texts.map(([name, text]) => [name, [text, ""] as const])),
    reason: `${byWhom(draft)}. ${problem}`,
  });
}

/** Why there is no coupon of it, or null. */
async function createSwitchedOff(
  draft: Selectable<Database["coupon_drafts"]>,
  now: Date,
): Promise<string | null> {
  const texts = textsOfDraft(JSON.parse(draft.typed) as Texts);
  const { row, errors } = readTexts(coupons.fields, texts, await findStore());
  const [wrong] = Object.entries(errors);
  if (wrong) return `${coupons.fields[wrong[0]]?.label ?? ""}: ${wrong[1]}`;
  // As they were checked: its first day may be over by now, and its last one too.
  const created = await createCoupon(row as CouponTerms, now, new Date(draft.updated_at));
  if (!created.ok) return String(created.detail["problem"] ?? "There is such a discount code already");
  const actor = commandLineActor(now);
  const { code } = created.value;
  await switchCoupon(code, "disabled", now);
  const subject = { kind: "coupon", id: code } as const;
  const changes = Object.entries(texts).map(([name, text]) => [name, ["", text]] as const);
  await writeDeskLog(actor, {
    ...{ action: "coupon-created", subject, changes: Object.fromEntries(changes) },
    reason: byWhom(draft),
  });
  await writeDeskLog(actor, { action: "coupon-disabled", subject });
  return null;
}

/** From the options of `coupons create` as it was then, of which one that is a tick has no text. */
function textsOfDraft(typed: Texts): Texts {
  const { percent, fixed } = typed;
  const names = {
    ...{ code: "code", percent: "percent", fixed: "amountOff", "fixed-in": "otherAmounts" },
    ...{ minimum: "minimumSpend", "minimum-in": "otherMinimums", starts: "firstDay", ends: "lastDay" },
    ...{ categories: "categories", products: "products", methods: "deliveryMethods", "max-uses": "maxUses" },
    ...{ name: "name", message: "message", "minimum-on-matching": "isMinimumOnMatching" },
    ...{ "once-per-customer": "isOncePerCustomer", "first-order": "isFirstOrderOnly" },
    "not-on-sale-items": "excludesSaleItems",
  };
  const type = percent !== undefined ? "percentage" : fixed !== undefined ? "fixed" : "free_delivery";
  const texts = Object.entries(names).flatMap(([option, field]) => {
    const text = typed[option];
    return text === undefined ? [] : [[field, text || "yes"]];
  });
  return { type, ...(Object.fromEntries(texts) as Texts) };
}

function byWhom({ staff_name: name }: Selectable<Database["coupon_drafts"]>): string {
  return `The draft of ${name || "the shop’s own commands"}`;
}
