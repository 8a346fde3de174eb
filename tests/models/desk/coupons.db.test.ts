import { expect, test } from "vitest";

import { createCouponAtDesk, switchCouponAtDesk } from "#app/models/desk/coupon-steps.server.ts";
import { couponView } from "#app/models/desk/coupon-views.ts";
import { listCoupons } from "#app/models/promotion/admin-coupons.server.ts";
import { type CouponTerms, readCouponTerms } from "#app/models/promotion/coupon-form.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

function terms(code: string): CouponTerms {
  const format = { currency: "GBP", locale: "en-GB" } as const;
  const read = readCouponTerms({ code, percent: "15" }, { timeZone: "Europe/London", format, now: NOW });
  if (!read.ok) throw new Error(read.problems.join(", "));
  return read.value;
}

async function standing(code: string): Promise<string | undefined> {
  return (await listCoupons(NOW)).find((coupon) => coupon.code === code)?.standing;
}

test("of two owners who create a code at once one does, and it is switched off and on, once each, with its log", async () => {
  const owner = await person("owner");
  const other = await person("owner", "other@example.com");

  const done = await atOnce(
    createCouponAtDesk(terms("JOURNAL15"), owner),
    createCouponAtDesk(terms("JOURNAL15"), other),
  );

  expect(done).toEqual(["coupon-code-taken", "done"]);
  const off = { code: "JOURNAL15", to: "disabled" } as const;

  const switched = await atOnce(switchCouponAtDesk(off, owner), switchCouponAtDesk(off, owner));
  expect(switched).toEqual(["done", "unchanged"]);
  expect(await standing("JOURNAL15")).toBe("disabled");
  await switchCouponAtDesk({ code: "journal15", to: "enabled" }, owner);

  expect(await standing("JOURNAL15")).toBe("works");
  expect(await deskActions("JOURNAL15")).toEqual(["coupon-created", "coupon-disabled", "coupon-enabled"]);
  expect(await outcomeOf(switchCouponAtDesk({ ...off, code: "NOSUCH" }, owner))).toBe("coupon-unknown");
});

test("an unknown view is the first one", () => {
  const titles = ["ended", "nothing", null].map((view) => couponView(view).title);
  expect(titles).toEqual(["Ended", "Active", "Active"]);
});
