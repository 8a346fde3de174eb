/** Discount codes that an editor writes and an owner publishes. */
import { expect, test } from "vitest";

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
import { localTime } from "#app/models/shared/local-date.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, logRows } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useTestDatabase();

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
  expect(await outcomeOf(applyCoupon(cart, CODE, NOW))).toBe("coupon-unknown");
  expect(await outcomeOf(switchCoupon(CODE, "enabled", NOW))).toBe("coupon-unknown");
  expect(await standing()).toBeUndefined();
  expect(await exportedCodes()).not.toContain(CODE);
  expect(await listCouponDrafts()).toEqual([
    { code: CODE, typed, version: 1, savedBy: "The editor", savedAt: NOW.toISOString() },
  ]);
  expect(await outcomeOf(publishCouponDraftAtDesk(seen, editor))).toBe("desk-not-allowed");

  const owner = await person("owner");
  const changed = { ...seen, typed: { percent: "20" } };
  expect(await publishCouponDraftAtDesk(changed, owner)).toMatchObject({ ok: true, value: { amount: 20 } });
  expect([await standing(), await countCouponDrafts()]).toEqual(["works", 0]);
  expect(await applyCoupon(cart, CODE, NOW)).toMatchObject({ ok: true });
  expect(await deskActions(CODE)).toEqual(["coupon-drafted", "coupon-created"]);
  expect(await logRows("coupon-created")).toMatchObject([{ reason: "The draft of The editor" }]);
});

test.each([
  ["EUR 6", { ok: true, value: { prices: { EUR: { amount: 600 } } } }],
  ["GBP 6", { ok: false }],
])("a fixed amount has the shop's other currencies beside it: %s", async (others, expected) => {
  const terms = { code: CODE, fixed: "5", "fixed-in": others };
  expect(await couponTermsAt(terms, NOW)).toMatchObject(expected);
});

test("of two who draft, change or publish a code at once one does, and nobody publishes what they have not seen", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const other = await person("owner", "other@example.com");

  const drafted = await atOnce(draftCouponAtDesk(typed, owner), draftCouponAtDesk(typed, editor));
  expect(drafted).toEqual(["coupon-draft-taken", "done"]);

  const change = (percent: string) => ({ ...seen, typed: { percent } });
  const changed = await atOnce(
    changeCouponDraftAtDesk(change("10"), owner),
    changeCouponDraftAtDesk(change("25"), editor),
  );
  expect(changed).toEqual(["coupon-draft-changed", "done"]);
  expect(await outcomeOf(publishCouponDraftAtDesk(seen, owner))).toBe("coupon-draft-changed");
  expect(await outcomeOf(discardCouponDraftAtDesk(seen, owner))).toBe("coupon-draft-changed");
  const now = await findCouponDraft(CODE);
  expect([now?.version, await standing()]).toEqual([2, undefined]);
  const same = { ...seen, typed: now?.typed ?? {} };
  expect(await outcomeOf(changeCouponDraftAtDesk(same, owner))).toBe("unchanged");

  const latest = { ...same, version: 2 };
  const published = await atOnce(
    publishCouponDraftAtDesk(latest, owner),
    publishCouponDraftAtDesk(latest, other),
    discardCouponDraftAtDesk(latest, other),
  );
  expect(published).toEqual(["coupon-draft-gone", "coupon-draft-gone", "done"]);
  expect(await deskActions(CODE)).toHaveLength(3);
});

test("a code that was created meanwhile stays as it is, and so does the draft", async () => {
  const owner = await person("owner");
  await draftCouponAtDesk(typed, owner);
  const terms = await couponTermsAt({ code: CODE, percent: "50" }, NOW);
  if (!terms.ok) throw new Error(terms.problems.join());
  await createCouponAtDesk(terms.value, owner);

  expect(await outcomeOf(publishCouponDraftAtDesk(seen, owner))).toBe("coupon-code-taken");
  expect(await countCouponDrafts()).toBe(1);
  expect((await listCoupons(NOW)).find(({ code }) => code === CODE)?.amount).toBe(50);
  await discardCouponDraftAtDesk(seen, owner);
  expect(await outcomeOf(draftCouponAtDesk(typed, owner))).toBe("coupon-code-taken");
});

test("terms are read anew when they are published: a day that is over by then is refused", async () => {
  const owner = await person("owner");
  const ends = localTime(NOW, demoStore.timeZone).day;
  await draftCouponAtDesk({ ...typed, ends }, owner);
  const draft = { ...seen, typed: { percent: "15", ends } };

  const refusal = await publishCouponDraftAtDesk(draft, { ...owner, now: later(48 * 60) });
  expect(refusal).toMatchObject({
    code: "coupon-terms",
    detail: { problem: expect.stringContaining("--ends: ") },
  });
  const unknown = { code: "TOYS5", percent: "5", products: "no-such" };
  expect(await outcomeOf(draftCouponAtDesk(unknown, owner))).toBe("coupon-terms");
  expect(await countCouponDrafts()).toBe(1);
});
