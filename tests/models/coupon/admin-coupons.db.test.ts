import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { up as bringCouponsUp } from "#app/db/migrations/20261130-0820-coupon-categories.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import {
  changeCoupon,
  couponStanding,
  createCoupon,
  createCredit,
  findCouponTerms,
  listCoupons,
  OWNER_IDS_FROM,
  switchCoupon,
} from "#app/models/coupon/admin-coupons.server.ts";
import type { CouponTerms } from "#app/models/coupon/coupon-terms.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { money } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { couponTerms } from "#tests/support/people/coupon-terms.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const make = (terms: Parameters<typeof couponTerms>[0]) => createCoupon(couponTerms(terms), NOW);

async function standingOf(code: string) {
  const coupon = await findCouponTerms(code);
  return coupon ? couponStanding(coupon, NOW) : undefined;
}

test("the admin's coupon works in a cart, and a catalogue import leaves it alone", async () => {
  expect(await make({ code: "WINTER10", percent: 10, categories: ["wooden-toys"] })).toMatchObject({
    ok: true,
  });
  expect(await make({ code: "WINTER5", amountOff: 500 })).toMatchObject({ ok: true });
  const before = await listCoupons();

  const imported = await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY });

  expect(imported.ok).toBe(true);
  expect(await listCoupons()).toEqual(before);
  const cart = await cartWith({ [5000]: 1 });
  expect(await applyCoupon(cart, "winter10", NOW)).toMatchObject({ ok: true });
  const { totals } = await priceCart({ ...cart, couponCode: "WINTER10" }, { now: NOW });
  expect(totals.discount).toEqual({ minor: 540, currency: "GBP" });
});

test("a code can be used once, and its products and delivery methods must exist", async () => {
  expect(await make({ code: "FIVEROFF", percent: 5 })).toMatchObject({ code: "coupon-code-taken" });
  expect(await make({ code: "X-1", percent: 5, categories: ["wooden-toys", "boats"] })).toMatchObject({
    code: "coupon-terms",
    detail: { field: "categories", problem: "There is no department boats" },
  });
  expect(await make({ code: "X-1", percent: 5, products: ["boat"] })).toMatchObject({ code: "coupon-terms" });
  expect(await make({ code: "X-1", deliveryMethods: ["drone"] })).toMatchObject({
    detail: { field: "deliveryMethods", problem: "There is no delivery method drone" },
  });
  expect(await standingOf("X-1")).toBeUndefined();
});

test.each<readonly [Partial<CouponTerms>, ReadonlyArray<string> | string]>([
  [{ categories: ["Pull-alongs"] }, ["wooden-toys/pull-alongs"]],
  [
    { categories: ["pull-ALONGS", "wooden-toys/puzzles-and-games"] },
    ["wooden-toys/pull-alongs", "wooden-toys/puzzles-and-games"],
  ],
  [{ categories: ["Cars, vans and tractors"] }, ["wooden-toys/vehicles-and-trains/cars-vans-and-tractors"]],
  [{ categories: ["Pull-along"] }, "There is no department Pull-along: perhaps Pull-alongs"],
  [
    { categories: ["For two"] },
    "There is no department For two: perhaps prams/for-two or pushchairs/for-two",
  ],
  [{ products: ["rainbow stacker"] }, ["rainbow-stacker"]],
  [{ products: ["Stacker of stackers"] }, "There is no product Stacker of stackers"],
  [{ type: "free_delivery", percent: null, deliveryMethods: ["Standard delivery"] }, ["standard"]],
])("what a coupon is for is named as the shop names it: %j", async (terms, expected) => {
  const done = await make({ code: "NAMED", percent: 5, ...terms });

  const found = await findCouponTerms("NAMED");
  const [field = "categories"] = Object.keys(terms).filter((name) => name !== "type" && name !== "percent");
  expect(done.ok ? found?.[field as keyof CouponTerms] : done.detail["problem"]).toEqual(expected);
});

test("a coupon that is changed keeps its first day and its uses, and what is the catalogue's stays as it is", async () => {
  await make({ code: "AUTUMN", percent: 10, lastDay: "2027-01-31" });
  const before = await findCouponTerms("AUTUMN");
  await db().updateTable("coupons").set({ use_count: 3 }).where("code", "=", "AUTUMN").execute();

  const terms = { ...couponTerms({ code: "AUTUMN", percent: 15 }), firstDay: before?.firstDay ?? null };
  expect(await changeCoupon(terms, NOW)).toMatchObject({ ok: true });

  const row = await db().selectFrom("coupons").selectAll().where("code", "=", "AUTUMN").executeTakeFirst();
  expect(row).toMatchObject({ name: "15% off", starts_at: before?.startsAt, ends_at: null, use_count: 3 });
  expect(await changeCoupon(couponTerms({ code: "WELCOME10", percent: 90 }), NOW)).toMatchObject({
    code: "coupon-not-own",
  });
});

test("a coupon follows its category when that is renamed", async () => {
  await make({ code: "TOYS10", percent: 10, categories: ["wooden-toys/building-and-stacking"] });
  const cart = await cartWith({ [5000]: 1 });
  await db()
    .updateTable("categories")
    .set({ path: "wooden-toys/stacking" })
    .where("path", "=", "wooden-toys/building-and-stacking")
    .execute();

  expect(await applyCoupon(cart, "TOYS10", NOW)).toMatchObject({ ok: true });
  expect((await findCouponTerms("TOYS10"))?.categories).toEqual(["wooden-toys/stacking"]);
});

test("a coupon that named its categories by path has their ids, and none where there is no such category", async () => {
  await make({ code: "TOYS10", percent: 10 });
  const rules = { message_ok: "Done.", categories: ["wooden-toys", "boats"] };
  await changeRows("coupons", { code: "TOYS10" }, { rules: JSON.stringify(rules) });

  await bringCouponsUp(db() as unknown as Migrating);

  const { rules: after } = await rowOf("coupons", { code: "TOYS10" });
  expect(JSON.parse(after)).toEqual({ ...rules, category_ids: [expect.any(Number), 0] });
  const read = await findCouponTerms("TOYS10");
  expect(read?.categories).toEqual(["wooden-toys", "removed-0"]);
  expect(await applyCoupon(await cartWith({ [5000]: 1 }), "TOYS10", NOW)).toMatchObject({ ok: true });
  // What is gone is named, so that a code for it never becomes one for everything.
  expect(read && (await changeCoupon({ ...read, message: "Hello" }, NOW))).toMatchObject({
    detail: { field: "categories", problem: "There is no department removed-0" },
  });
});

test("a coupon that the build before has made names its categories by path alone", async () => {
  await make({ code: "PRAMS10", percent: 10 });
  const rules = JSON.stringify({ message_ok: "Done.", categories: ["prams"] });
  await changeRows("coupons", { code: "PRAMS10" }, { rules });

  expect(await applyCoupon(await cartWith({ [5000]: 1 }), "PRAMS10", NOW)).toMatchObject({
    code: "coupon-no-match",
  });
  expect((await findCouponTerms("PRAMS10"))?.categories).toEqual(["prams"]);
});

test("a coupon for products applies only to these", async () => {
  await make({ code: "STACKER", percent: 50, products: ["rainbow-stacker"] });
  const other = await cartWith({ [await parcelVariant(9, 6)]: 1 });
  const stacker = await cartWith({ [5000]: 1 });

  expect(await applyCoupon(stacker, "stacker", NOW)).toMatchObject({ ok: true });
  expect(await applyCoupon(other, "stacker", NOW)).toMatchObject({ code: "coupon-no-match" });
});

test("a disabled coupon stays disabled, also after an import, until it is enabled", async () => {
  const cart = await cartWith({ [5000]: 1 });

  expect(await switchCoupon("fiveroff", "disabled", NOW)).toMatchObject({
    value: { code: "FIVEROFF", isChanged: true },
  });
  expect(await switchCoupon("FIVEROFF", "disabled", NOW)).toMatchObject({ value: { isChanged: false } });
  await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY });
  expect(await standingOf("FIVEROFF")).toBe("disabled");
  expect(await applyCoupon(cart, "FIVEROFF", NOW)).toMatchObject({ code: "coupon-unknown" });

  await switchCoupon("FIVEROFF", "enabled", NOW);
  expect(await applyCoupon(cart, "FIVEROFF", NOW)).toMatchObject({ ok: true });
  expect(await switchCoupon("NOBODY", "disabled", NOW)).toMatchObject({ code: "coupon-unknown" });
  const events = await db().selectFrom("audit_log").select(["event", "detail"]).orderBy("id").execute();
  expect(events.map(({ event }) => event)).toEqual(["coupon-disabled", "coupon-enabled"]);
});

test("a catalogue with the code or id of an admin's coupon is refused whole", async () => {
  await make({ code: "WINTER10", percent: 10 });
  const folder = copyDemoCatalogue();
  changeRow(folder, ["coupons.json", "PLAY15"], { code: "WINTER10", id: OWNER_IDS_FROM });

  const imported = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });

  expect(imported).toMatchObject({ ok: false, problems: [{ field: "id" }, { field: "code" }] });
});

test("the list says in which currency a credit works, and the state of each coupon", async () => {
  const words = { name: "Credit", message: "Credit.", endsAt: "2099-01-01T00:00:00.000Z" };
  await createCredit({ code: "GIFT-1", amount: money(5_400, "EUR"), ...words }, NOW);
  await make({ code: "LATER", percent: 10, firstDay: "2099-01-01" });
  await make({ code: "ONCE", amountOff: 1_000, maxUses: 1 });
  await db().updateTable("coupons").set({ use_count: 1 }).where("code", "=", "ONCE").execute();

  const coupons = Object.fromEntries(
    (await listCoupons()).map((coupon) => [
      coupon.code,
      { onlyIn: coupon.onlyIn, standing: couponStanding(coupon, NOW) },
    ]),
  );

  expect(coupons).toMatchObject({
    "GIFT-1": { onlyIn: "EUR" },
    LATER: { standing: "not yet", onlyIn: null },
    ONCE: { standing: "used up", onlyIn: null },
    SPRING20: { standing: "ended" },
    WELCOME10: { standing: "works" },
  });
});

test("coupons that are made at the same moment get an id each, and one code is taken once", async () => {
  const codes = ["A", "B", "C", "D", "E", "F", "G", "SAME1", "SAME1"].map((end) => `AT-ONCE-${end}`);

  const made = await Promise.all(codes.map((code) => make({ code, percent: 5 })));

  expect(made.map((result) => result.ok || result.code).toSorted()).toEqual([
    "coupon-code-taken",
    ...Array.from({ length: 8 }, () => true),
  ]);
  expect((await listCoupons()).filter(({ code }) => code.startsWith("AT-ONCE-"))).toHaveLength(8);
});
