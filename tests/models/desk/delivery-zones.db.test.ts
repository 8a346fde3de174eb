import { beforeEach, expect, test } from "vitest";

import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { deliveryRates } from "#app/models/desk/resources/delivery-rates.server.ts";
import { deliveryZones } from "#app/models/desk/resources/delivery-zones.server.ts";
import { inMarket } from "#app/models/platform/market.server.ts";
import type { Texts } from "#app/models/resource/field.ts";
import type { Resource } from "#app/models/resource/resource.ts";
import { refusalField, runRowCommand, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { money } from "#app/models/shared/money.ts";
import { deliveryOptions } from "#app/models/shipping/shipping.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { readRange } from "#app/models/shipping/zone-editing.server.ts";
import { zoneOf } from "#app/models/shipping/zone.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const imported = async (overwritesEdits = false) => {
  const result = await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY, overwritesEdits });
  if (!result.ok) throw new Error("no import");
  return [...result.value.editedSettings].sort();
};

/** What the catalogue says; tests of one file share it. */
beforeEach(async () => {
  await imported(true);
});

const save = async (one: Resource, key: string | null, texts: Texts) =>
  saveRow(one, { key, texts, marks: null, request: "" }, await person("owner"));
const remove = async (one: Resource, key: string) =>
  runRowCommand(one, { command: "remove", key, mark: null }, await person("owner"));

const ORKNEY = { name: "Orkney", postcodes: "KW 15-17", note: "Weather permitting." };

async function zoneAt(postcode: string | null, countryCode = "GB") {
  return zoneOf(await findDeliveryRules(), { postcode, countryCode })?.name;
}

/** Keys and prices that a shopper is offered for a parcel. */
async function offered(postcode: string): Promise<Readonly<Record<string, number>>> {
  const rules = await findDeliveryRules();
  const parcel = {
    ...{ variantId: 1, deliveryClass: "small" as const, isFreeShipping: false, preorderReleaseAt: null },
  };
  const question = {
    ...{ lines: [parcel], items: money(2_000, rules.currency), destination: { postcode }, now: NOW },
  };
  const open = deliveryOptions(question, rules).filter(({ unavailableReason }) => unavailableReason === null);
  return Object.fromEntries(open.map(({ method, price }) => [method, price.minor]));
}

test("a new zone counts before older ones, with the methods of the default one until its rates are changed", async () => {
  expect(await zoneAt("KW15 1AA")).toBe("Scottish Highlands and Islands");
  await save(deliveryZones, null, ORKNEY);

  expect(await zoneAt("KW15 1AA")).toBe("Orkney");
  expect(await zoneAt("KW14 1AA")).toBe("Scottish Highlands and Islands");
  expect(await offered("KW15 1AA")).toMatchObject({ standard: 395, express: 695 });
  await save(deliveryRates, "own_orkney.standard", { small: "2.50", extraDays: "3" });
  await remove(deliveryRates, "own_orkney.express");
  const now = await offered("KW15 1AA");
  expect(now).toMatchObject({ standard: 645 });
  expect(Object.keys(now)).not.toContain("express");
});

test("in a further currency nothing is offered by a surcharge of the shop's own", async () => {
  const abroad = () => inMarket({ currency: "EUR", locale: null }, () => offered("PO30 1AA"));
  expect(Object.keys(await abroad())).not.toContain("express");
  const rate = { zone: "isle_of_wight", method: "express", extraDays: "1" };
  await save(deliveryRates, null, { ...rate, small: "2" });

  expect((await offered("PO30 1AA"))["express"]).toBe(895);
  expect(Object.keys(await abroad())).not.toContain("express");
  await save(deliveryRates, "isle_of_wight.express", { extraDays: "1", small: "0" });
  expect((await abroad())["express"]).toBe(850);
});

test("what the desk does not show of a rate stays: the weekdays of a zone", async () => {
  await save(deliveryRates, "isle_of_wight.two_person", { twoPerson: "40", extraDays: "2" });
  const zone = (await findDeliveryRules()).zones.find(({ key }) => key === "isle_of_wight");

  expect(zone?.methods["two_person"]).toMatchObject({ weekdays: [3], extraDays: 2 });
});

test("a zone that names a country opens it at the checkout, until it is removed", async () => {
  expect((await findStore()).places.delivered).not.toContain("FR");
  await save(deliveryZones, null, { name: "France", countries: "fr" });

  expect((await findStore()).places.delivered).toContain("FR");
  expect(await zoneAt("75001", "FR")).toBe("France");
  const removed = await remove(deliveryZones, "own_france");
  expect((await findStore()).places.delivered).not.toContain("FR");
  const logId = removed.ok ? (removed.value.logId ?? 0) : 0;
  expect(await undoStep(deliveryZones, logId, await person("owner"))).toMatchObject({ ok: true });
  expect(await zoneAt("75001", "FR")).toBe("France");
});

test.each<[string, string | null, Texts, string, string]>([
  ["without a place", null, { name: "Nowhere" }, "zone-without-place", "postcodes"],
  ["with a name of another", null, { ...ORKNEY, name: "Isle of Man" }, "zone-name-taken", "name"],
  [
    "that is the default and excluded",
    "mainland",
    { name: "M", isExcluded: "yes" },
    "zone-default",
    "isExcluded",
  ],
])("one %s is refused at its field", async (_, key, texts, code, field) => {
  const done = await save(deliveryZones, key, texts);

  expect(done).toMatchObject({ ok: false, code });
  if (!done.ok) expect(refusalField(deliveryZones, done)).toBe(field);
});

test("a zone of whole countries goes before the default zone, and an excluded one speaks for its own alone", async () => {
  await remove(deliveryZones, "channel_islands");
  await save(deliveryZones, null, { name: "Jersey", countries: "JE" });
  await save(deliveryRates, "own_jersey.standard", { small: "24", extraDays: "0" });
  await save(deliveryZones, null, {
    name: "Norway",
    countries: "NO",
    isExcluded: "yes",
    note: "From spring.",
  });

  expect(await zoneAt("JE2 3AA", "JE")).toBe("Jersey");
  expect(await zoneAt("GY1 1AA", "GG")).toBe(await zoneAt(null));
  expect(await zoneAt(null, "NO")).toBe("Norway");
  expect(await zoneAt(null, "US")).not.toBe("Norway");
});

test("what is added in the shop's own currency is not left out in another", async () => {
  const inEuros = () => inMarket({ currency: "EUR", locale: null }, () => offered("KW15 1AA"));
  await save(deliveryZones, null, ORKNEY);
  const before = await inEuros();
  expect(Object.keys(before)).toContain("standard");

  await save(deliveryRates, "own_orkney.standard", { small: "20", extraDays: "0" });
  const others = Object.keys(before).filter((key) => key !== "standard");
  expect(Object.keys(await inEuros())).toEqual(others);
});

test("a rate that is removed and put back has its weekdays", async () => {
  const weekdays = async () =>
    (await findDeliveryRules()).zones.find(({ key }) => key === "isle_of_wight")?.methods["two_person"]
      ?.weekdays;
  const before = await weekdays();
  expect(before).not.toEqual(undefined);

  const removed = await remove(deliveryRates, "isle_of_wight.two_person");
  expect(await weekdays()).toBeUndefined();
  await undoStep(deliveryRates, removed.ok ? (removed.value.logId ?? 0) : 0, await person("owner"));
  expect(await weekdays()).toEqual(before);
});

test("the default zone has the shop's own country", async () => {
  expect(await save(deliveryZones, "mainland", { name: "Mainland UK", countries: "FR" })).toMatchObject({
    code: "zone-home-missing",
  });
});

test("the default zone is not removed, and wrong postcodes and countries are named", async () => {
  expect(await remove(deliveryZones, "mainland")).toMatchObject({ ok: false, code: "zone-default" });
  const done = await save(deliveryZones, null, { name: "X", postcodes: "KW 15-17\n15 KW", countries: "XX" });
  expect(done).toMatchObject({
    value: {
      kind: "invalid",
      errors: {
        postcodes: "“15 KW” is none of IV, PO 30-41 and D04*",
        countries: "“XX” is not the code of a country, such as GB",
      },
    },
  });
});

test.each([
  ["IV", { area: "IV" }],
  ["PO 30-41", { area: "PO", from: 30, to: 41 }],
  ["D04*", { prefix: "D04" }],
  ["PO 41-30", null],
  ["D04", null],
])("%s is read as %j", (text, range) => {
  expect(readRange(text)).toEqual(range);
});

test("an import leaves alone what the desk has made, changed or removed, and names it", async () => {
  await save(deliveryZones, null, ORKNEY);
  await save(deliveryRates, "northern_ireland.standard", { small: "3", large: "14", extraDays: "2" });
  await remove(deliveryZones, "scilly");
  const before = (await findDeliveryRules()).zones;
  // What was made here is none of the file’s business.
  const named = ["northern_ireland", "scilly"].map((key) => `delivery_zones: ${key}`);

  expect(await imported()).toEqual(named);
  expect((await findDeliveryRules()).zones).toEqual(before);
  await imported(true);
  expect(await zoneAt("TR21 0AA")).toBe("Isles of Scilly");
  expect(await zoneAt("KW15 1AA")).toBe("Orkney");
  expect(await imported()).toEqual([]);
});
