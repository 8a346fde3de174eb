import { transact } from "#app/db/db.server.ts";
import { createCoupon, switchCoupon } from "#app/models/promotion/admin-coupons.server.ts";
import type { CouponTerms } from "#app/models/promotion/coupon-form.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

type Created = Result<null, "desk-not-allowed" | "coupon-code-taken" | "coupon-terms">;

export async function createCouponAtDesk(terms: CouponTerms, actor: DeskPerson): Promise<Created> {
  if (!can(actor.staff.role, "manage-coupons")) return refused("desk-not-allowed");
  return transact<Created>(async () => {
    const created = await createCoupon(terms, actor.now);
    if (!created.ok) return created;
    await logCreated(terms, actor);
    return ok(null);
  });
}

export async function logCreated(
  { code, type, amount, startsAt, endsAt, maxUses }: CouponTerms,
  actor: DeskActor,
  reason = "",
): Promise<void> {
  await writeDeskLog(actor, {
    action: "coupon-created",
    subject: { kind: "coupon", id: code },
    changes: {
      worth: ["", `${type} ${amount}`],
      starts: ["", startsAt],
      ends: ["", endsAt ?? "never"],
      "most uses": ["", maxUses === null ? "no limit" : String(maxUses)],
    },
    reason,
  });
}

type Switch = Readonly<{ code: string; to: "enabled" | "disabled" }>;
type Switched = Result<Readonly<{ code: string; isChanged: boolean }>, "desk-not-allowed" | "coupon-unknown">;

/** What somebody else has switched before is no error. */
export async function switchCouponAtDesk({ code, to }: Switch, actor: DeskPerson): Promise<Switched> {
  if (!can(actor.staff.role, "manage-coupons")) return refused("desk-not-allowed");
  return transact<Switched>(async () => {
    const done = await switchCoupon(code, to, actor.now);
    if (!done.ok) return done;
    if (done.value.isChanged)
      await writeDeskLog(actor, {
        action: to === "enabled" ? "coupon-enabled" : "coupon-disabled",
        subject: { kind: "coupon", id: done.value.code },
      });
    return done;
  });
}
