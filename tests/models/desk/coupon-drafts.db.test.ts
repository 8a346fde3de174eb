/** Discount codes that an editor writes and an owner publishes. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import {
  changeCouponDraftAtDesk,
  createCouponAtDesk,
  discardCouponDraftAtDesk,
  draftCouponAtDesk,
  publishCouponDraftAtDesk,
} from "#app/models/desk/coupon-steps.server.ts";
import { listCoupons, switchCoupon } from "#app/models/promotion/admin-coupons.server.ts";
import {
  couponTermsAt,
  countCouponDrafts,
  findCouponDraft,
  listCouponDrafts,
} from "#app/models/promotion/coupon-drafts.server.ts";
import { exportCoupons } from "#app/models/promotion/coupon-export.server.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);
const CODE = "JOURNAL15";
const typed = { code: CODE, percent: "15" };
const seen = { code: CODE, version: 1, typed };

const standing = async () => (await listCoupons(NOW)).find(({ code }) => code === CODE)?.standing;

async function exportedCodes(): Promise<ReadonlyArray<unknown>> {
  const codes: Array<unknown> = [];
  for await (const rows of exportCoupons(NOW)) codes.push(...rows.map(({ code }) => code));
  return codes;
}

test("an editor's draft is no discount code anywhere until an owner publishes it", async () => {
  const editor = await person("editor");
  expect(await draftCouponAtDesk(typed, editor)).toMatchObject({ ok: true, value: { code: CODE } });

  const cart = await cartWith({ [await parcelVariant(500)]: 1 });
  expect(await applyCoupon(cart, CODE, NOW)).toMatchObject({ ok: false, code: "coupon-unknown" });
  expect(await switchCoupon(CODE, "enabled", NOW)).toMatchObject({ ok: false, code: "coupon-unknown" });
  expect(await standing()).toBeUndefined();
  expect(await exportedCodes()).not.toContain(CODE);
  expect(await listCouponDrafts()).toEqual([
    { code: CODE, typed, version: 1, savedBy: "The editor", savedAt: NOW.toISOString() },
  ]);
  expect(await publishCouponDraftAtDesk(seen, editor)).toMatchObject({ code: "desk-not-allowed" });

  const owner = await person("owner");
  expect(await publishCouponDraftAtDesk({ ...seen, typed: { percent: "20" } }, owner)).toMatchObject({
    ok: true,
    value: { amount: 20 },
  });
  expect([await standing(), await countCouponDrafts()]).toEqual(["works", 0]);
  expect(await applyCoupon(cart, CODE, NOW)).toMatchObject({ ok: true });
  expect(await deskActions(CODE)).toEqual(["coupon-drafted", "coupon-created"]);
  const log = await db()
    .selectFrom("desk_log")
    .select("reason")
    .where("action", "=", "coupon-created")
    .executeTakeFirstOrThrow();
  expect(log.reason).toBe("The draft of The editor");
});

test("of two owners who publish at once one does, and of a publication and a discarding one happens", async () => {
  const owner = await person("owner");
  const other = await actorAt((await deskPerson("owner", "other@example.com")).token);
  await draftCouponAtDesk(typed, owner);

  const done = await Promise.all([
    publishCouponDraftAtDesk(seen, owner),
    publishCouponDraftAtDesk(seen, other),
    discardCouponDraftAtDesk(seen, other),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.flatMap((each) => (each.ok ? [] : [each.code]))).toEqual([
    ...["coupon-draft-gone", "coupon-draft-gone"],
  ]);
  expect(await deskActions(CODE)).toHaveLength(2);
});

test("of two people who draft the same code at once one does", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];

  const done = await Promise.all([draftCouponAtDesk(typed, owner), draftCouponAtDesk(typed, editor)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.flatMap((each) => (each.ok ? [] : [each.code]))).toEqual(["coupon-draft-taken"]);
});

test("of two who change a draft at once the second is refused, and nobody publishes what they have not seen", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  await draftCouponAtDesk(typed, editor);
  const change = (percent: string) => ({ ...seen, typed: { percent } });

  const done = await Promise.all([
    changeCouponDraftAtDesk(change("10"), owner),
    changeCouponDraftAtDesk(change("25"), editor),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.flatMap((each) => (each.ok ? [] : [each.code]))).toEqual(["coupon-draft-changed"]);
  expect(await publishCouponDraftAtDesk(seen, owner)).toMatchObject({ code: "coupon-draft-changed" });
  expect(await discardCouponDraftAtDesk(seen, owner)).toMatchObject({ code: "coupon-draft-changed" });
  const now = await findCouponDraft(CODE);
  expect([now?.version, await standing()]).toEqual([2, undefined]);
  const same = await changeCouponDraftAtDesk({ ...seen, typed: now?.typed ?? {} }, owner);
  expect(same).toEqual({ ok: true, value: { isChanged: false } });
});

test("a code that was created meanwhile stays as it is, and so does the draft", async () => {
  const owner = await person("owner");
  await draftCouponAtDesk(typed, owner);
  const terms = await couponTermsAt({ code: CODE, percent: "50" }, NOW);
  if (!terms.ok) throw new Error(terms.problems.join());
  await createCouponAtDesk(terms.value, owner);

  expect(await publishCouponDraftAtDesk(seen, owner)).toMatchObject({ code: "coupon-code-taken" });
  expect(await countCouponDrafts()).toBe(1);
  expect((await listCoupons(NOW)).find(({ code }) => code === CODE)?.amount).toBe(50);
  await discardCouponDraftAtDesk(seen, owner);
  expect(await draftCouponAtDesk(typed, owner)).toMatchObject({ code: "coupon-code-taken" });
});

test("terms are read anew when they are published: a day that is over by then is refused", async () => {
  const owner = await person("owner");
  const ends = NOW.toISOString().slice(0, 10);
  await draftCouponAtDesk({ ...typed, ends }, owner);
  const draft = { ...seen, typed: { percent: "15", ends } };

  const refusal = await publishCouponDraftAtDesk(draft, { ...owner, now: later(48 * 60) });
  expect(refusal).toMatchObject({
    code: "coupon-terms",
    detail: { problem: expect.stringContaining("--ends: ") },
  });
  expect(await draftCouponAtDesk({ code: "TOYS5", percent: "5", products: "no-such" }, owner)).toMatchObject({
    code: "coupon-terms",
  });
  expect(await countCouponDrafts()).toBe(1);
});

test.each(["packer", "reader"] as const)("the model refuses every step to the role %s", async (role) => {
  const [owner, actor] = [await person("owner"), await person(role)];
  await draftCouponAtDesk(typed, owner);

  const done = await Promise.all([
    draftCouponAtDesk({ ...typed, code: "OTHER15" }, actor),
    changeCouponDraftAtDesk({ ...seen, typed: { percent: "99" } }, actor),
    publishCouponDraftAtDesk(seen, actor),
    discardCouponDraftAtDesk(seen, actor),
  ]);

  expect(done.map((each) => (each.ok ? "done" : each.code))).toEqual(done.map(() => "desk-not-allowed"));
});
