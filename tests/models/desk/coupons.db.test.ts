import { expect, test } from "vitest";

import { createCouponAtDesk, switchCouponAtDesk } from "#app/models/desk/coupon-steps.server.ts";
import { couponView } from "#app/models/desk/coupon-views.ts";
import { listCoupons } from "#app/models/promotion/admin-coupons.server.ts";
import { type CouponTerms, readCouponTerms } from "#app/models/promotion/coupon-form.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);

function terms(code: string): CouponTerms {
  const format = { currency: "GBP", locale: "en-GB" } as const;
  const read = readCouponTerms({ code, percent: "15" }, { timeZone: "Europe/London", format, now: NOW });
  if (!read.ok) throw new Error(read.problems.join(", "));
  return read.value;
}

async function standing(code: string): Promise<string | undefined> {
  return (await listCoupons(NOW)).find((coupon) => coupon.code === code)?.standing;
}

test("of two owners who create the same code at once one does", async () => {
  const owner = await person("owner");
  const other = await actorAt((await deskPerson("owner", "other@example.com")).token);

  const done = await Promise.all([
    createCouponAtDesk(terms("JOURNAL15"), owner),
    createCouponAtDesk(terms("JOURNAL15"), other),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.filter((each) => !each.ok && each.code === "coupon-code-taken")).toHaveLength(1);
  expect(await deskActions("JOURNAL15")).toEqual(["coupon-created"]);
});

test("a code is switched off and on, once each, and the log says so", async () => {
  const owner = await person("owner");
  await createCouponAtDesk(terms("JOURNAL15"), owner);
  const off = { code: "JOURNAL15", to: "disabled" } as const;

  const done = await Promise.all([switchCouponAtDesk(off, owner), switchCouponAtDesk(off, owner)]);
  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await standing("JOURNAL15")).toBe("disabled");
  await switchCouponAtDesk({ code: "journal15", to: "enabled" }, owner);

  expect(await standing("JOURNAL15")).toBe("works");
  expect(await deskActions("JOURNAL15")).toEqual(["coupon-created", "coupon-disabled", "coupon-enabled"]);
  expect(await switchCouponAtDesk({ code: "NOSUCH", to: "enabled" }, owner)).toMatchObject({
    code: "coupon-unknown",
  });
});

test.each(["packer", "editor", "reader"] as const)("the model refuses the role %s", async (role) => {
  const actor = await person(role);

  expect(await createCouponAtDesk(terms("JOURNAL15"), actor)).toMatchObject({ code: "desk-not-allowed" });
  expect(await switchCouponAtDesk({ code: "WELCOME10", to: "disabled" }, actor)).toMatchObject({
    code: "desk-not-allowed",
  });
  expect(await standing("JOURNAL15")).toBeUndefined();
});

test("an unknown view is the first one", () => {
  expect([couponView("ended").title, couponView("nothing").title, couponView(null).title]).toEqual([
    ...["Ended", "Active", "Active"],
  ]);
});
