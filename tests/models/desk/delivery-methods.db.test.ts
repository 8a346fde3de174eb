import { beforeEach, expect, test } from "vitest";

import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { deliveryMethods } from "#app/models/desk/resources/delivery-methods.server.ts";
import { inMarket } from "#app/models/platform/market.server.ts";
import { rowTexts, type Texts } from "#app/models/resource/field.ts";
import { refusalField, runRowCommand, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { money } from "#app/models/shared/money.ts";
import { deliveryOptions } from "#app/models/shipping/shipping.ts";
import { findDeliveryRules, findRulesOfOrders } from "#app/models/shipping/shipping.server.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowsOf } from "#tests/support/shops/rows.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const imported = async (overwritesEdits = false) => {
  const result = await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY, overwritesEdits });
  if (!result.ok) throw new Error("no import");
  return result.value.editedSettings;
};

/** What the catalogue says; tests of one file share it. */
beforeEach(async () => {
  await imported(true);
});

const COURIER = {
  ...{ name: "Bicycle courier", description: "Today, in town.", small: "4.50", cutoff: "11:00" },
  ...{ handlingMin: "0", handlingMax: "0", transitMin: "0", transitMax: "1" },
};
const KEY = "own_bicycle_courier";

const save = async (key: string | null, texts: Texts) =>
  saveRow(deliveryMethods, { key, texts, marks: null, request: "" }, await person("owner"));
const run = async (command: string, key: string) =>
  runRowCommand(deliveryMethods, { command, key, mark: null }, await person("owner"));

/** Keys and prices that a shopper in `postcode` is offered for a parcel. */
async function offered(postcode: string | null = null): Promise<Readonly<Record<string, number>>> {
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

test("a method of the desk is offered at once in the default zone, in the shop's own currency alone", async () => {
  const before = await offered();
  await save(null, COURIER);

  expect(await offered()).toEqual({ ...before, [KEY]: 450 });
  expect(Object.keys(await offered("IV1 1AA"))).not.toContain(KEY);
  const abroad = await inMarket({ currency: "EUR", locale: null }, () => offered());
  expect(Object.keys(abroad)).not.toContain(KEY);
  expect(abroad["standard"]).toBe(495);
  // Its price is changed where those of all others are.
  await changeSettings("delivery", { [`${KEY}-small`]: "500" }, NOW);
  expect((await offered())[KEY]).toBe(500);
  await save(KEY, { ...COURIER, name: "Courier", transitMax: "2", small: "1", freeOver: "10" });
  expect((await offered())[KEY]).toBe(0);
});

test("what the desk does not show stays in the rules", async () => {
  const rulesNow = async () => {
    const row = (await rowsOf("delivery_methods")).find(({ key }) => key === "two_person");
    return JSON.parse(row?.rules ?? "{}") as Record<string, unknown>;
  };
  const before = await rulesNow();
  const row = { name: "Two people", handlingMin: "3", handlingMax: "4", transitMin: "1", transitMax: "2" };
  await save("two_person", row);

  const days = { handling_days: { min: 3, max: 4 }, transit_days: { min: 1, max: 2 } };
  expect(await rulesNow()).toEqual({ ...before, ...days });
});

test("a method that is switched off is offered to nobody, and keeps its price", async () => {
  const before = await offered();
  const done = await run("switch-off", "express");

  expect(Object.keys(await offered())).not.toContain("express");
  expect((await findSettingState()).values["express-small"]).toBe("695");
  expect(
    await undoStep(deliveryMethods, done.ok ? (done.value.logId ?? 0) : 0, await person("owner")),
  ).toMatchObject({ ok: true });
  expect(await offered()).toEqual(before);
  for (const key of ["express", "two_person", "collection"]) await run("switch-off", key);
  expect(await run("switch-off", "standard")).toMatchObject({ ok: false, code: "method-last" });
  expect(await run("remove", "standard")).toMatchObject({ ok: false, code: "method-last" });
});

test("a method by which an open order goes is not removed", async () => {
  await paidOrder();
  const [order] = await rowsOf("orders");
  const { method } = JSON.parse(order?.delivery ?? "{}") as { method: string };

  expect(await run("remove", method)).toMatchObject({ ok: false, code: "method-in-use" });
  expect(await run("switch-off", method)).toMatchObject({ ok: true });
  // It is still to be sent by its day.
  expect((await findRulesOfOrders()).methods.map(({ key }) => key)).toContain(method);
  expect(await run("remove", "express")).toMatchObject({ ok: true });
  expect(Object.keys(await offered())).not.toContain("express");
});

test.each<[string, string | null, Texts, string, string]>([
  ["that carries nothing", null, { ...COURIER, small: "" }, "method-carries-nothing", "small"],
  ["with days in reverse", null, { ...COURIER, handlingMin: "2" }, "method-days-reversed", "handlingMax"],
  ["whose way is in reverse", null, { ...COURIER, transitMin: "2" }, "method-days-reversed", "transitMax"],
  ["with an unknown placeholder", null, { ...COURIER, description: "{{no}}" }, "method-text", "description"],
  ["with a name of another", null, { ...COURIER, name: "Express delivery" }, "method-name-taken", "name"],
  [
    "with a name of another",
    "standard",
    { ...COURIER, name: "Express delivery" },
    "method-name-taken",
    "name",
  ],
  [
    "whose sum is a setting",
    "standard",
    { ...COURIER, freeOver: "1" },
    "method-free-over-elsewhere",
    "freeOver",
  ],
])("one %s is refused at its field", async (_, key, texts, code, field) => {
  const done = await save(key, texts);

  expect(done).toMatchObject({ ok: false, code });
  if (!done.ok) expect(refusalField(deliveryMethods, done)).toBe(field);
});

test("an import leaves alone what the desk has made, changed, switched off or removed, and names it", async () => {
  await save(null, COURIER);
  await run("switch-off", "two_person");
  await run("remove", "express");
  const before = await offered();
  // What was made here is none of the file’s business.
  const named = ["express", "two_person"].map((key) => `delivery_methods: ${key}`);

  expect([...(await imported())].sort()).toEqual(named.sort());
  expect(await offered()).toEqual(before);
  await imported(true);
  expect(await offered()).toEqual({ ...before, express: 695 });
  expect(await imported()).toEqual([]);
  expect(Object.keys(await offered())).toContain(KEY);
});

test("a method whose text has placeholders of its own is changed while it is off, and put back", async () => {
  const owner = await person("owner");
  await run("switch-off", "express");
  const row = await deliveryMethods.rows.find("express");
  const texts = rowTexts(deliveryMethods.fields, row ?? {}, await findStore());
  expect(await save("express", { ...texts, handlingMax: "2" })).toMatchObject({ value: { kind: "saved" } });
  expect(await save("express", texts)).toMatchObject({ value: { kind: "saved" } });
  await run("switch-on", "express");
  const before = await offered();
  expect(before).toMatchObject({ express: 695 });

  const removed = await run("remove", "express");
  const back = await undoStep(deliveryMethods, removed.ok ? (removed.value.logId ?? 0) : 0, owner);
  expect(back).toMatchObject({ ok: true });
  expect(await offered()).toEqual(before);
});

test("the rules of orders have the methods that are switched off", async () => {
  const rules = await findRulesOfOrders();
  await run("switch-off", "two_person");

  expect((await findDeliveryRules()).methods.map(({ key }) => key)).not.toContain("two_person");
  expect((await findRulesOfOrders()).methods.map(({ key }) => key)).toEqual(
    rules.methods.map(({ key }) => key),
  );
});
