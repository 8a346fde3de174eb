/** Settings of a market that cannot be: all are named at once, and nothing changes. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { createCoupon } from "#app/models/coupon/admin-coupons.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { couponTerms } from "#tests/support/people/coupon-terms.ts";
import { changeFile, changeRow, copyDemoCatalogue } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { importProblems } from "#tests/support/shops/imported-catalogue.ts";
import { MARKETS } from "#tests/support/shops/markets.ts";

useTestDatabase({ catalogue: "none" });

type StoreFile = Record<"settings" | "delivery" | "tax", Record<string, unknown>>;

const IRISH = MARKETS.Ireland.folder;
const problemsOf = (folder: string) => importProblems(folder, NOW);

/** A copy of the Irish market that differs by these settings and countries of taxes, and by `zone` in each zone. */
function changedMarket(
  settings: object,
  { zone = {}, taxes }: Readonly<{ zone?: object; taxes?: object }> = {},
) {
  const folder = copyDemoCatalogue(IRISH);
  changeFile<StoreFile>(folder, "store.json", ({ delivery, tax, ...store }) => ({
    ...store,
    settings: { ...store.settings, ...settings },
    delivery: {
      ...delivery,
      zones: (delivery["zones"] as ReadonlyArray<object>).map((each) => ({ ...each, ...zone })),
    },
    tax: taxes ? { ...tax, countries: taxes } : tax,
  }));
  return folder;
}

const settingsNow = async () => db().selectFrom("settings").selectAll().orderBy("key").execute();

test("every wrong setting is named, and nothing changes", async () => {
  expect(await problemsOf(IRISH)).toEqual([]);
  const before = await settingsNow();
  const wrong = { language: "de", locale: "de-DE", time_zone: "Europe/Ennis", prices_include_tax: false };
  const taxes = { DE: {}, XX: { standard: 0.1 } };
  const folder = changedMarket(wrong, { zone: { countries: ["DE"], methods: {} }, taxes });
  changeRow(folder, ["products.json", "rainbow-stacker"], { currency: "GBP" });
  changeRow(folder, ["products.json", "pull-along-dog"], { tax_rate: 0.135 });
  changeRow(folder, ["coupons.json", "SOME-OFF"], { currency: "USD" });

  const problems = (await problemsOf(folder)).join("\n");

  for (const part of [
    "settings.language: must be English",
    "settings.locale: must be a form of English",
    "settings.time_zone: must be a time zone",
    "settings.prices_include_tax: must be true",
    "delivery.zones.0.methods: must name a method with its prices",
    "tax.countries.XX: must be the code of a country",
    "tax.countries.DE: has no rate for standard",
    "currency: must be EUR, as in store.json",
    "(pull-along-dog): tax_rate: is not among the rates of store.json",
    "(SOME-OFF): currency: must be EUR, as in store.json",
  ])
    expect(problems).toContain(part);
  expect(await settingsNow()).toEqual(before);
});

test("an unknown currency hides none of the other wrong settings", async () => {
  expect(await problemsOf(IRISH)).toEqual([]);
  const before = await settingsNow();
  const wrong = { currency: "EURO", language: "ga", country: "ES" };
  const folder = changedMarket(wrong, { zone: { methods: {} }, taxes: { DE: {} } });
  changeRow(folder, ["products.json", "pull-along-dog"], { tax_rate: 0.135 });
  const problems = (await problemsOf(folder)).join("\n");

  for (const part of [
    "settings.currency: must be the code of a currency, such as GBP",
    "settings.language: must be English",
    "delivery.zones.0.methods: must name a method with its prices",
    "tax.countries.DE: has no rate for standard",
    "(pull-along-dog): tax_rate: is not among the rates of store.json",
    "delivery.zones: no zone delivers to ES, the country of the shop",
  ])
    expect(problems).toContain(part);
  expect(problems).not.toContain("XXX");
  expect(await settingsNow()).toEqual(before);
});

test("a currency that nobody knows, to pay in or to offer, and a country without a zone, are refused", async () => {
  expect((await problemsOf(changedMarket({ currency: "EURO" }))).join("\n")).toContain(
    "settings.currency: must be the code of a currency",
  );
  expect((await problemsOf(changedMarket({ currencies: ["EURO"] }))).join("\n")).toContain(
    "settings.currencies.0: must be the code of a currency",
  );
  expect(await problemsOf(changedMarket({ country: "ES" }))).toEqual([
    "store.json: delivery.zones: no zone delivers to ES, the country of the shop",
  ]);
});

test("a price between two steps of a currency with three decimals is refused", async () => {
  const folder = copyDemoCatalogue(MARKETS.Kuwait.folder);
  changeRow(folder, ["products.json", "rainbow-stacker"], { price: 18.755 });

  expect(await problemsOf(folder)).toEqual([
    "products.json row 1 (rainbow-stacker): price: must be a whole number of KWD 0.010",
  ]);
});

test("the currency stays while a discount code that the owner made is in it", async () => {
  expect(await problemsOf(IRISH)).toEqual([]);
  expect((await createCoupon(couponTerms({ code: "OWN5", amountOff: 500 }), NOW)).ok).toBe(true);

  expect(await problemsOf(MARKETS.Japan.folder)).toEqual([
    "store.json: settings.currency: cannot become JPY while the discount code OWN5 is in EUR: disable it first",
  ]);
  expect((await findStore()).currency).toBe("EUR");
});

test("a currency is offered only when all that is sold has a price in it, and every lack is named at once", async () => {
  expect(await problemsOf(IRISH)).toEqual([]);
  const before = await settingsNow();
  const folder = changedMarket({ currencies: ["JPY"] });
  changeRow(folder, ["products.json", "rainbow-stacker"], { prices: { JPY: { price: 1200.5 } } });
  changeRow(folder, ["products.json", "pull-along-dog"], { is_visible: false });

  const problems = await problemsOf(folder);
  const text = problems.join("\n");

  expect(text).toContain("(rainbow-stacker): prices.JPY.price: must be a whole number of JPY 1");
  expect(text).not.toContain("(pull-along-dog)");
  for (const field of ["delivery.methods.0.prices.JPY.price", "gift.prices.JPY.wrap_fee"])
    expect(text).toContain(`${field}: is missing: settings.currencies offers JPY`);
  expect(problems.filter((problem) => problem.startsWith("coupons.json")).length).toBeGreaterThan(0);
  expect(await settingsNow()).toEqual(before);
});
