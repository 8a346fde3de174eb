/**
 * Coupons could once be saved as drafts. What was a draft by then is carried over: it becomes a coupon that is switched
 * off. No new rows are written.
 */
import type { Selectable } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { eachByItself } from "#app/models/jobs/each-by-itself.ts";
import { couponTermsAt, createCoupon, switchCoupon } from "#app/models/promotion/admin-coupons.server.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";

import { logCreated } from "./coupon-steps.server.ts";

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
  const typed = Object.entries(JSON.parse(draft.typed) as Record<string, string>);
  await writeDeskLog(commandLineActor(now), {
    action: "coupon-discarded",
    subject: { kind: "coupon", id: code },
    // An option without a value is a tick.
    changes: Object.fromEntries(typed.map(([name, value]) => [name, [value || "yes", ""] as const])),
    reason: `${byWhom(draft)}. ${problem}`,
  });
}

/** Why there is no coupon of it, or null. */
async function createSwitchedOff(
  draft: Selectable<Database["coupon_drafts"]>,
  now: Date,
): Promise<string | null> {
  const typed = JSON.parse(draft.typed) as Record<string, string>;
  // As they were checked: its first day may be over by now, and its last one too.
  const terms = await couponTermsAt(typed, new Date(draft.updated_at));
  if (!terms.ok) return terms.problems.join(". ");
  const created = await createCoupon(terms.value, now);
  if (!created.ok) return String(created.detail["problem"] ?? "There is such a discount code already");
  const actor = commandLineActor(now);
  const { code } = terms.value;
  await switchCoupon(code, "disabled", now);
  await logCreated(terms.value, actor, byWhom(draft));
  await writeDeskLog(actor, { action: "coupon-disabled", subject: { kind: "coupon", id: code } });
  return null;
}

function byWhom({ staff_name: name }: Selectable<Database["coupon_drafts"]>): string {
  return `The draft of ${name || "the shop’s own commands"}`;
}
