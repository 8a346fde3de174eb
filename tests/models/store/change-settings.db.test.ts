import { expect, test } from "vitest";

import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import {
  changeSettings,
  findSettingState,
  listSettingVersions,
  settingMark,
  takeBackSettings,
} from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { USUAL_THEME } from "#app/models/store/theme.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { NOW } from "#tests/support/now.ts";
import { changeFile, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";

useTestDatabase();

const change = (group: SettingGroup, values: Record<string, string>, marks?: Record<string, string>) =>
  changeSettings(group, { values, by: "Martha", ...(marks ? { marks } : {}) }, NOW);
const valueOf = async (name: string) => (await findSettingState()).values[name];
const rules = async (key: string) => {
  const row = await rowOf("delivery_methods", { key });
  return { ...row, rules: JSON.parse(row.rules) as { price: Record<string, number>; feed: string } };
};

test("the settings of the demo are read and written again unchanged", async () => {
  const stored = async () => (await rowsOf("settings")).map(({ key, value }) => `${key}: ${value}`).sort();
  const before = await stored();
  const { values, fields } = await findSettingState();

  for (const { group, name } of fields) {
    const value = values[name] ?? "";
    expect(await change(group, { [name]: value })).toEqual({ kind: "done", changed: {} });
  }

  expect(fields.length).toBeGreaterThan(40);
  expect(await stored()).toEqual(before);
  expect(await listSettingVersions("shop", 5)).toEqual([]);
});

test("a change is on the shop at once, and can be taken back once", async () => {
  const done = await change("stock", { "low-stock": "7" });
  expect(done).toEqual({ kind: "done", changed: { "low-stock": [expect.any(String), "7"] } });
  expect((await findStore()).lowStockThreshold).toBe(7);
  const [version] = await listSettingVersions("stock", 5);

  const both = await Promise.all([1, 2].map(() => takeBackSettings(version?.id ?? 0, "Tom", NOW)));

  expect(
    both.map((one) => one.ok && one.value.kind === "done" && Object.keys(one.value.changed).length).sort(),
  ).toEqual([0, 1]);
  expect((await findStore()).lowStockThreshold).not.toBe(7);
  expect((await listSettingVersions("stock", 5)).map(({ by, isTakenBack }) => [by, isTakenBack])).toEqual([
    ["Tom", false],
    ["Martha", true],
  ]);
});

test("the company's address and numbers are the shop's own, and what may be left out is", async () => {
  const values = {
    ...{ "legal-name": "Otter Toys Ltd", "company-name": "Otter Toys", "company-city": "Totnes" },
    ...{ "vat-number": "", "company-address2": "", "company-county": "" },
  };
  expect(await change("company", values)).toMatchObject({ kind: "done" });

  const { company } = await findStore();
  expect(company).toMatchObject({ legalName: "Otter Toys Ltd", taxNumber: null });
  expect(company.address).toMatchObject({
    ...{ company: "Otter Toys", address2: "", city: "Totnes", county: "", countryCode: "GB" },
  });
});

test("the shop's colours are changed, refused where they cannot be read, emptied and taken back", async () => {
  expect((await findStore()).theme).toEqual(USUAL_THEME);

  expect(await change("look", { "action-colour": "#1f3c6b", "loading-colour": "#123456" })).toMatchObject({
    changed: { "action-colour": ["", "#1f3c6b"], "loading-colour": ["#47bb9c", "#123456"] },
  });
  expect(await findStore()).toMatchObject({
    theme: { ...USUAL_THEME, action: "#1f3c6b" },
    loadingBarColour: "#123456",
  });
  // The reason stands at the colour that was changed, whichever of the two it is.
  expect(await change("look", { "page-colour": "#1f2f4f", "action-colour": "#1f3c6b" })).toMatchObject({
    kind: "invalid",
    errors: { "page-colour": expect.stringMatching(/^The text colour on the page has a contrast of 1\.1 /) },
  });
  expect(await change("look", { "sale-colour": "#ff8080" })).toMatchObject({
    errors: { "sale-colour": expect.stringMatching(/ and needs 4\.5$/) },
  });
  const [version] = await listSettingVersions("look", 5);
  expect((await takeBackSettings(version?.id ?? 0, "Tom", NOW)).ok).toBe(true);
  expect(await findStore()).toMatchObject({ theme: USUAL_THEME, loadingBarColour: "#47bb9c" });
  expect(await valueOf("action-colour")).toBe("");
});

test("a change that was changed again since is not taken back", async () => {
  await change("stock", { "low-stock": "7" });
  const [version] = await listSettingVersions("stock", 1);
  await change("stock", { "low-stock": "8" });

  const done = await takeBackSettings(version?.id ?? 0, "Tom", NOW);

  expect(done.ok && done.value.kind).toBe("conflict");
  expect(await valueOf("low-stock")).toBe("8");
  expect(await takeBackSettings(999, "Tom", NOW)).toMatchObject({ ok: false, code: "setting-change-gone" });
});

test("of two who change one setting at once, the second reads what the first has saved", async () => {
  const { values } = await findSettingState();
  const marks = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingMark(value)]));

  const both = await Promise.all(
    ["5", "6"].map((text) =>
      change("stock", { "low-stock": text, "new-days": values["new-days"] ?? "" }, marks),
    ),
  );

  expect(both.map(({ kind }) => kind).sort()).toEqual(["conflict", "done"]);
  const now = await valueOf("low-stock");
  const refusal = both.find(({ kind }) => kind === "conflict");
  expect(refusal).toMatchObject({ theirs: { "low-stock": now } });
  // Somebody who has not touched it saves another one, and keeps theirs.
  await change("stock", { "low-stock": values["low-stock"] ?? "", "new-days": "3" }, marks);
  expect([await valueOf("low-stock"), await valueOf("new-days")]).toEqual([now, "3"]);
});

test("free delivery moves with its way of delivery, and the price with its text for feeds", async () => {
  const othersStay = async () => {
    expect((await rules("express")).free_over_minor).toBeNull();
    expect((await rules("collection")).free_over_minor).toBe(0);
  };
  const prices = { "free-over": "6000", "standard-small": "495", "express-cutoff": "13:00" };

  expect((await change("delivery", prices)).kind).toBe("done");
  expect((await findStore()).delivery.freeStandardOver).toMatchObject({ minor: 6_000 });
  const { rules: standard, free_over_minor } = await rules("standard");
  expect([standard.price["small"], standard.feed, free_over_minor]).toEqual([
    495,
    "GB::Standard:4.95 GBP",
    6_000,
  ]);
  await othersStay();
  expect(JSON.stringify(await findDeliveryRules())).toContain("13:00");
  await change("delivery", { "free-over": "" });
  expect((await findStore()).delivery.freeStandardOver).toBeNull();
  expect((await rules("standard")).free_over_minor).toBeNull();
  // What the store promises is what the till charges, also after nothing was free.
  const [never] = await listSettingVersions("delivery", 1);
  expect((await takeBackSettings(never?.id ?? 0, "Tom", NOW)).ok).toBe(true);
  expect((await findStore()).delivery.freeStandardOver).toMatchObject({ minor: 6_000 });
  expect((await rules("standard")).free_over_minor).toBe(6_000);
  await othersStay();
});

test("what the store's own rules refuse is named, and nothing is written", async () => {
  const before = await valueOf("email");

  expect(await change("contact", { email: "nowhere", "reply-days": "9" })).toEqual({
    kind: "invalid",
    errors: { email: "Must be an email address" },
  });
  expect(await change("returns", { "return-days": "7" })).toEqual({
    kind: "invalid",
    errors: { "return-days": "The law gives 14 days" },
  });
  expect([await valueOf("email"), (await valueOf("reply-days")) === "9"]).toEqual([before, false]);
});

test.runIf(hasPostgresServer)(
  "a setting that is changed after an import has begun is left alone and named",
  async () => {
    await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY, overwritesEdits: true });
    const folder = copyDemoCatalogue();
    changeFile<Record<string, object>>(folder, "store.json", (store) => ({
      ...store,
      returns: { ...store["returns"], our_returns_days: 45 },
    }));

    const result = await whileWaiting(() => change("returns", { "return-days": "60" }), {
      start: () => importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY }),
      work: async () => null,
    });

    expect(result.ok && result.value.editedSettings).toEqual(["settings: returns"]);
    expect(await valueOf("return-days")).toBe("60");
    await importCatalogue(copyDemoCatalogue(), NOW, { imagery: DEMO_IMAGERY, overwritesEdits: true });
  },
);

test("an import leaves what was edited alone and names it, until --overwrite-edits", async () => {
  const folder = copyDemoCatalogue();
  await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits: true });
  await change("returns", { "return-days": "60" });
  await change("delivery", { "standard-small": "495" });

  const result = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });

  expect(result.ok && result.value.editedSettings).toEqual([
    "settings: returns",
    "delivery_methods: standard",
  ]);
  expect([await valueOf("return-days"), (await rules("standard")).rules.price["small"]]).toEqual(["60", 495]);
  await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits: true });
  expect([await valueOf("return-days"), (await rules("standard")).rules.price["small"]]).toEqual(["30", 395]);
  const again = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });
  expect(again.ok && again.value).toMatchObject({ rowsWritten: 0, editedSettings: [] });
});
