import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import {
  createCoupon,
  createCredit,
  listCoupons,
  OWNER_IDS_FROM,
  switchCoupon,
} from "#app/models/promotion/admin-coupons.server.ts";
import { readCouponTerms, type TypedTerms } from "#app/models/promotion/coupon-form.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { money } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

function termsOf(typed: TypedTerms) {
  const terms = readCouponTerms(typed, {
    timeZone: "Europe/London",
    format: { currency: "GBP", locale: "en-GB" },
    now: NOW,
  });
  if (!terms.ok) throw new Error(terms.problems.join());
  return terms.value;
}

const make = (typed: TypedTerms) => createCoupon(termsOf(typed), NOW);

async function standingOf(code: string) {
  return (await listCoupons(NOW)).find((coupon) => coupon.code === code)?.standing;
}

test("the admin's coupon works in a cart, and a catalogue import leaves it alone", async () => {
  expect(await make({ code: "WINTER10", percent: "10", categories: "wooden-toys" })).toMatchObject({
    ok: true,
  });
  expect(await make({ code: "WINTER5", fixed: "5" })).toMatchObject({ ok: true });
  const before = await listCoupons(NOW);

  const imported = await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY });

  expect(imported.ok).toBe(true);
  expect(await listCoupons(NOW)).toEqual(before);
  const cart = await cartWith({ [5000]: 1 });
  expect(await applyCoupon(cart, "winter10", NOW)).toMatchObject({ ok: true });
  const { totals } = await priceCart({ ...cart, couponCode: "WINTER10" }, { now: NOW });
  expect(totals.discount).toEqual({ minor: 540, currency: "GBP" });
});

test("a code can be used once, and its products and delivery methods must exist", async () => {
  expect(await make({ code: "fiveroff", percent: "5" })).toMatchObject({ code: "coupon-code-taken" });
  expect(await make({ code: "X-1", percent: "5", categories: "wooden-toys,boats" })).toMatchObject({
    code: "coupon-terms",
    detail: { problem: "--categories: there is no department boats" },
  });
  expect(await make({ code: "X-1", percent: "5", products: "boat" })).toMatchObject({ code: "coupon-terms" });
  expect(await make({ code: "X-1", "free-delivery": "", methods: "drone" })).toMatchObject({
    detail: { problem: "--methods: there is no delivery method drone" },
  });
  expect(await standingOf("X-1")).toBeUndefined();
});

test.each<readonly [Partial<TypedTerms>, string]>([
  [{ categories: "Pull-alongs" }, "wooden-toys/pull-alongs"],
  [
    { categories: "pull-ALONGS\r\nwooden-toys/puzzles-and-games" },
    "wooden-toys/pull-alongs,wooden-toys/puzzles-and-games",
  ],
  [{ categories: "Cars, vans and tractors" }, "wooden-toys/vehicles-and-trains/cars-vans-and-tractors"],
  [{ categories: "Pull-along" }, "--categories: there is no department Pull-along: perhaps Pull-alongs"],
  [
    { categories: "For two" },
    "--categories: there is no department For two: perhaps prams/for-two or pushchairs/for-two",
  ],
  [{ products: "rainbow stacker" }, ""],
  [{ products: "Stacker of stackers" }, "--products: there is no product Stacker of stackers"],
  [{ "free-delivery": "", methods: "Standard delivery" }, "standard"],
])("what a coupon is for is named as the shop names it: %j", async (typed, expected) => {
  const worth = typed["free-delivery"] === undefined ? { percent: "5" } : {};
  const done = await make({ code: "NAMED", ...worth, ...typed });

  const row = await db().selectFrom("coupons").select("rules").where("code", "=", "NAMED").executeTakeFirst();
  const rules = JSON.parse(row?.rules ?? "{}") as Record<string, ReadonlyArray<unknown> | null>;
  expect(done.ok ? (rules["delivery_methods"] ?? rules["categories"])?.join() : done.detail["problem"]).toBe(
    expected,
  );
  expect(rules["products"] ?? []).toHaveLength(done.ok && typed.products !== undefined ? 1 : 0);
});

test("a coupon for products applies only to these", async () => {
  await make({ code: "STACKER", percent: "50", products: "rainbow-stacker" });
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
  await make({ code: "WINTER10", percent: "10" });
  const folder = copyDemoCatalogue();
  changeRow(folder, ["coupons.json", "PLAY15"], { code: "WINTER10", id: OWNER_IDS_FROM });

  const imported = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });

  expect(imported).toMatchObject({ ok: false, problems: [{ field: "id" }, { field: "code" }] });
});

test("the list says in which currency a credit works, and the state of each coupon", async () => {
  const words = { name: "Credit", message: "Credit.", endsAt: "2099-01-01T00:00:00.000Z" };
  await createCredit({ code: "GIFT-1", amount: money(5_400, "EUR"), ...words }, NOW);
  await make({ code: "LATER", percent: "10", starts: "2099-01-01" });
  await make({ code: "ONCE", fixed: "10", "max-uses": "1" });
  await db().updateTable("coupons").set({ use_count: 1 }).where("code", "=", "ONCE").execute();

  const coupons = Object.fromEntries((await listCoupons(NOW)).map((coupon) => [coupon.code, coupon]));

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

  const made = await Promise.all(codes.map((code) => make({ code, percent: "5" })));

  expect(made.map((result) => result.ok || result.code).toSorted()).toEqual([
    "coupon-code-taken",
    ...Array.from({ length: 8 }, () => true),
  ]);
  expect((await listCoupons(NOW)).filter(({ code }) => code.startsWith("AT-ONCE-"))).toHaveLength(8);
});
