import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { createCoupon, findTargets } from "./admin-coupons.server.ts";
import { type CouponTerms, readCouponTerms, type TypedTerms } from "./coupon-form.ts";
import { couponCode } from "./coupon.ts";

export type CouponDraft = Readonly<{
  code: string;
  /** Days and amounts are read anew when it is published. */
  typed: Readonly<Record<string, string>>;
  version: number;
  savedBy: string;
  /** ISO 8601, UTC. */
  savedAt: string;
}>;

type Saver = Readonly<{ by: string; now: Date }>;

export async function listCouponDrafts(): Promise<ReadonlyArray<CouponDraft>> {
  const rows = await db()
    .selectFrom("coupon_drafts")
    .selectAll()
    .orderBy("updated_at")
    .orderBy("code")
    .execute();
  return rows.map(draftOf);
}

export async function countCouponDrafts(): Promise<number> {
  const { count } = await db()
    .selectFrom("coupon_drafts")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findCouponDraft(typed: string): Promise<CouponDraft | null> {
  const code = couponCode(typed);
  if (code === null) return null;
  const row = await db().selectFrom("coupon_drafts").selectAll().where("code", "=", code).executeTakeFirst();
  return row ? draftOf(row) : null;
}

function draftOf(row: Selectable<Database["coupon_drafts"]>): CouponDraft {
  return {
    code: row.code,
    typed: JSON.parse(row.typed) as Record<string, string>,
    version: row.version,
    savedBy: row.staff_name,
    savedAt: row.updated_at,
  };
}

export async function couponTermsAt(
  typed: TypedTerms,
  now: Date,
): Promise<ReturnType<typeof readCouponTerms>> {
  const store = await findStore();
  const { timeZone, currencies } = store;
  return readCouponTerms(typed, { timeZone, format: store, others: currencies.slice(1), now });
}

type NewRefusal = "coupon-code-taken" | "coupon-draft-taken" | "coupon-terms";

/** Refuses a code that is taken, and terms that nobody could publish. */
export async function addCouponDraft(
  typed: TypedTerms,
  { by, now }: Saver,
): Promise<Result<Readonly<{ code: string }>, NewRefusal>> {
  const terms = await usableTerms(typed, now);
  if (!terms.ok) return terms;
  const { code } = terms.value;
  return transact<Result<Readonly<{ code: string }>, NewRefusal>>(async () => {
    const taken = await db().selectFrom("coupons").select("id").where("code", "=", code).executeTakeFirst();
    if (taken) return refused("coupon-code-taken", { code });
    const added = await db()
      .insertInto("coupon_drafts")
      .values({
        ...{ code, typed: textOf(typed), version: 1 },
        ...{ staff_name: by, updated_at: now.toISOString() },
      })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .executeTakeFirst();
    const isAdded = Number(added.numInsertedOrUpdatedRows ?? 0) === 1;
    return isAdded ? ok({ code }) : refused("coupon-draft-taken", { code });
  });
}

type Seen = Readonly<{ code: string; version: number }>;
type ChangeRefusal = "coupon-draft-gone" | "coupon-draft-changed";

/** Not its code, and only if it is still as it was seen. */
export async function changeCouponDraft(
  { code, version, typed }: Seen & Readonly<{ typed: TypedTerms }>,
  { by, now }: Saver,
): Promise<Result<Readonly<{ isChanged: boolean }>, ChangeRefusal | "coupon-terms">> {
  const fields = { ...typed, code };
  const terms = await usableTerms(fields, now);
  if (!terms.ok) return terms;
  return transact<Result<Readonly<{ isChanged: boolean }>, ChangeRefusal>>(async () => {
    const draft = await findCouponDraft(code);
    if (!draft) return refused("coupon-draft-gone", { code });
    // Sent twice, it changes nothing the second time.
    if (textOf(draft.typed) === textOf(fields)) return ok({ isChanged: false });
    const { numUpdatedRows } = await db()
      .updateTable("coupon_drafts")
      .set({
        ...{ typed: textOf(fields), version: version + 1 },
        ...{ staff_name: by, updated_at: now.toISOString() },
      })
      .where("code", "=", code)
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? ok({ isChanged: true }) : refusedNow(code);
  });
}

type PublishRefusal = ChangeRefusal | "coupon-code-taken" | "coupon-terms";

/** Removes the draft; only if it is still as it was seen. */
export async function publishCouponDraft(
  { code, version, typed }: Seen & Readonly<{ typed: TypedTerms }>,
  now: Date,
): Promise<Result<CouponTerms, PublishRefusal>> {
  const terms = await usableTerms({ ...typed, code }, now);
  if (!terms.ok) return terms;
  return transact<Result<CouponTerms, PublishRefusal>>(async () => {
    const removed = await removeSeen({ code, version });
    if (!removed.ok) return removed;
    const created = await createCoupon(terms.value, now);
    return created.ok ? terms : created;
  });
}

/** Only if it is still as it was seen. */
export function discardCouponDraft(seen: Seen): Promise<Result<null, ChangeRefusal>> {
  return transact<Result<null, ChangeRefusal>>(() => removeSeen(seen));
}

async function removeSeen({ code, version }: Seen): Promise<Result<null, ChangeRefusal>> {
  const { numDeletedRows } = await db()
    .deleteFrom("coupon_drafts")
    .where("code", "=", code)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n ? ok(null) : refusedNow(code);
}

async function refusedNow(code: string): Promise<Result<never, ChangeRefusal>> {
  return refused((await findCouponDraft(code)) ? "coupon-draft-changed" : "coupon-draft-gone", { code });
}

async function usableTerms(typed: TypedTerms, now: Date): Promise<Result<CouponTerms, "coupon-terms">> {
  const terms = await couponTermsAt(typed, now);
  if (!terms.ok) return refused("coupon-terms", { problem: terms.problems.join(". ") });
  const found = await findTargets(terms.value);
  return found.ok ? ok(terms.value) : found;
}

function textOf(typed: TypedTerms): string {
  const given = Object.entries(typed).filter(([, value]) => value !== undefined);
  return JSON.stringify(Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))));
}
