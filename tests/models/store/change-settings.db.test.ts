import { expect, test } from "vitest";

import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { findSettingGroup } from "#app/models/desk/settings.server.ts";
import { rowTexts, textAsShown } from "#app/models/resource/field.ts";
import type { Resource } from "#app/models/resource/resource.ts";
import { saveFields, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { commandLineActor, listDeskLog, writeDeskLog } from "#app/models/staff/log.server.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { USUAL_THEME } from "#app/models/store/theme.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { NOW } from "#tests/support/now.ts";
import { changeFile, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const change = (group: SettingGroup, values: Record<string, string>) => changeSettings(group, values, NOW);
/** As at the desk, where somebody may read what is typed: "4.95". */
async function typed(group: SettingGroup, texts: Record<string, string>) {
  const one = await groupOf(group);
  const saved = await saveFields(one, { key: group, texts }, commandLineActor(NOW));
  return saved.ok && saved.value.kind === "saved" ? saved.value.saved : null;
}
const groupOf = async (group: string) => (await findSettingGroup(group)) as Resource;
const undo = async (group: string, step: number) =>
  undoStep(await groupOf(group), step, commandLineActor(NOW));
const lastChange = async (id: string) =>
  (await listDeskLog({ staffId: null, subject: { kind: "setting-group", id }, limit: 1 }))[0];
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
    expect(await change(group, { [name]: value })).toEqual({ kind: "done", changed: [] });
  }

  expect(fields.length).toBeGreaterThan(40);
  expect(await stored()).toEqual(before);
});

test("what is typed is on the shop at once and in the log, also by a command, and is undone once", async () => {
  const before = await valueOf("low-stock");
  const saved = await typed("stock", { "low-stock": "7" });
  expect((await findStore()).lowStockThreshold).toBe(7);
  expect(await lastChange("stock")).toMatchObject({
    ...{ id: saved?.logId, action: "setting-group-changed", staffName: "" },
    changes: { "low-stock": [before, "7"] },
  });

  const both = await Promise.all([1, 2].map(() => undo("stock", saved?.logId ?? 0)));

  expect(both.map((one) => (one.ok ? "undone" : one.code)).sort()).toEqual(["changed-meanwhile", "undone"]);
  expect(await valueOf("low-stock")).toBe(before);
});

test("amounts and days are typed, shown and logged as people write them", async () => {
  await typed("delivery", { "standard-small": "4.95", "working-days": "Monday" });
  expect(await valueOf("standard-small")).not.toBe("495");
  const saved = await typed("delivery", { "standard-small": "4.95", "working-days": "1 2 3" });
  expect([await valueOf("standard-small"), await valueOf("working-days")]).toEqual(["495", "1 2 3"]);

  const { fields } = await groupOf("delivery");
  const { changes } = (await lastChange("delivery")) ?? {};
  const [, price = ""] = changes?.["standard-small"] ?? [];
  const [, days = ""] = changes?.["working-days"] ?? [];
  const store = await findStore();
  expect([price, textAsShown(fields["standard-small"], price, store)]).toEqual(["4.95", "£4.95"]);
  expect(textAsShown(fields["working-days"], days, store)).toBe("Monday, Tuesday, Wednesday");
  expect((await undo("delivery", saved?.logId ?? 0)).ok).toBe(true);
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

  const colours = await typed("look", { "action-colour": "#1F3C6B", "loading-colour": "#123456" });
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
  expect((await undo("look", colours?.logId ?? 0)).ok).toBe(true);
  expect(await findStore()).toMatchObject({ theme: USUAL_THEME, loadingBarColour: "#47bb9c" });
  expect(await valueOf("action-colour")).toBe("");
});

test("a setting that nobody touches is not judged, nor is a change undone that the build before has logged", async () => {
  const long = "x".repeat(2_500);
  const row = await rowOf("settings", { key: "settings" });
  const value = JSON.stringify({ ...(JSON.parse(row.value) as object), description: long });
  await changeRows("settings", { value }, { key: "settings" });

  expect((await typed("shop", { strapline: "Toys that last" }))?.logId).toEqual(expect.any(Number));
  expect(await typed("shop", { about: `${long}x` })).toBeNull();

  const logId = await writeDeskLog(commandLineActor(NOW), {
    ...{ action: "settings-changed", subject: { kind: "settings", id: "delivery" } },
    changes: { "free-over": ["5000", ""] },
  });
  await typed("delivery", { "free-over": "" });
  expect(await undo("delivery", logId)).toMatchObject({ ok: false, code: "not-found" });
});

test("a change that was changed again since is not undone", async () => {
  const saved = await typed("stock", { "low-stock": "7" });
  await typed("stock", { "low-stock": "8" });

  expect(await undo("stock", saved?.logId ?? 0)).toMatchObject({ ok: false, code: "changed-meanwhile" });
  expect(await valueOf("low-stock")).toBe("8");
});

test("of two who change one setting at once, the second reads what the first has saved", async () => {
  const one = await groupOf("stock");
  const before = rowTexts(one.fields, (await one.rows.find("stock")) ?? {}, await findStore());
  const save = (texts: Record<string, string>) =>
    saveRow(
      one,
      { key: "stock", texts: { ...before, ...texts }, marks: textMarks(before), request: "" },
      commandLineActor(NOW),
    );

  const both = await Promise.all(["5", "6"].map((text) => save({ "low-stock": text })));

  const outcomes = both.map((saved) => (saved.ok ? saved.value : null));
  expect(outcomes.map((outcome) => outcome?.kind).sort()).toEqual(["conflict", "saved"]);
  const now = await valueOf("low-stock");
  expect(outcomes.find((outcome) => outcome?.kind === "conflict")).toMatchObject({
    theirs: { "low-stock": now },
  });
  // Somebody who has not touched it saves another one, and keeps theirs.
  await save({ "new-days": "3" });
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
  const never = await typed("delivery", { "free-over": "" });
  expect((await findStore()).delivery.freeStandardOver).toBeNull();
  expect((await rules("standard")).free_over_minor).toBeNull();
  // What the store promises is what the till charges, also after nothing was free.
  expect((await undo("delivery", never?.logId ?? 0)).ok).toBe(true);
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
