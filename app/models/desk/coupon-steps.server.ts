import { transact } from "#app/db/db.server.ts";
import { createCoupon, switchCoupon } from "#app/models/promotion/admin-coupons.server.ts";
import {
  addCouponDraft,
  changeCouponDraft,
  discardCouponDraft,
  findCouponDraft,
  publishCouponDraft,
} from "#app/models/promotion/coupon-drafts.server.ts";
import type { CouponTerms, TypedTerms } from "#app/models/promotion/coupon-form.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
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

async function logCreated(
  { code, type, amount, startsAt, endsAt, maxUses }: CouponTerms,
  actor: DeskPerson,
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

type DraftRefusal =
  | ("desk-not-allowed" | "coupon-code-taken" | "coupon-draft-taken" | "coupon-terms")
  | ("coupon-draft-changed" | "coupon-draft-gone");

export async function draftCouponAtDesk(
  typed: TypedTerms,
  actor: DeskPerson,
): Promise<Result<Readonly<{ code: string }>, DraftRefusal>> {
  if (!can(actor.staff.role, "draft-coupons")) return refused("desk-not-allowed");
  return transact<Result<Readonly<{ code: string }>, DraftRefusal>>(async () => {
    const added = await addCouponDraft(typed, { by: actor.staff.name, now: actor.now });
    if (added.ok) await logDraft(added.value.code, [{}, typed], actor);
    return added;
  });
}

type SeenDraft = Readonly<{ code: string; version: number }>;
type TypedDraft = SeenDraft & Readonly<{ typed: TypedTerms }>;

export async function changeCouponDraftAtDesk(
  draft: TypedDraft,
  actor: DeskPerson,
): Promise<Result<Readonly<{ isChanged: boolean }>, DraftRefusal>> {
  if (!can(actor.staff.role, "draft-coupons")) return refused("desk-not-allowed");
  return transact<Result<Readonly<{ isChanged: boolean }>, DraftRefusal>>(async () => {
    const before = await findCouponDraft(draft.code);
    const done = await changeCouponDraft(draft, { by: actor.staff.name, now: actor.now });
    if (done.ok && done.value.isChanged)
      await logDraft(draft.code, [before?.typed ?? {}, { ...draft.typed, code: draft.code }], actor);
    return done;
  });
}

/** What was typed and not only what was saved, so that nobody publishes what they do not see. */
export async function publishCouponDraftAtDesk(
  draft: TypedDraft,
  actor: DeskPerson,
): Promise<Result<CouponTerms, DraftRefusal>> {
  if (!can(actor.staff.role, "manage-coupons")) return refused("desk-not-allowed");
  return transact<Result<CouponTerms, DraftRefusal>>(async () => {
    const before = await findCouponDraft(draft.code);
    const done = await publishCouponDraft(draft, actor.now);
    if (done.ok) await logCreated(done.value, actor, `The draft of ${before?.savedBy ?? ""}`);
    return done;
  });
}

export async function discardCouponDraftAtDesk(
  draft: SeenDraft,
  actor: DeskPerson,
): Promise<Result<null, DraftRefusal>> {
  if (!can(actor.staff.role, "draft-coupons")) return refused("desk-not-allowed");
  return transact<Result<null, DraftRefusal>>(async () => {
    const done = await discardCouponDraft(draft);
    if (done.ok)
      await writeDeskLog(actor, { action: "coupon-discarded", subject: { kind: "coupon", id: draft.code } });
    return done;
  });
}

async function logDraft(
  code: string,
  [before, after]: readonly [TypedTerms, TypedTerms],
  actor: DeskPerson,
): Promise<void> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  // An option without a value is a tick.
  const text = (typed: TypedTerms, name: string) => (typed[name] === "" ? "yes" : (typed[name] ?? ""));
  await writeDeskLog(actor, {
    action: "coupon-drafted",
    subject: { kind: "coupon", id: code },
    changes: Object.fromEntries(
      names.map((name) => [name, [text(before, name), text(after, name)] as const]),
    ),
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
