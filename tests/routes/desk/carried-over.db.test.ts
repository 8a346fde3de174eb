/** What was planned and drafted while settings could begin on a later day and coupons had drafts. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";

import { type Reminder, TodayPage } from "#app/components/desk/today-page.tsx";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { carryOverCouponDrafts } from "#app/models/desk/coupon-drafts.server.ts";
import { coupons } from "#app/models/desk/resources/coupons.server.ts";
import { carryOverSettingPlans } from "#app/models/desk/setting-reminders.server.ts";
import { findSettingGroup } from "#app/models/desk/settings.server.ts";
import { createCoupon } from "#app/models/coupon/admin-coupons.server.ts";
import type { Resource } from "#app/models/resource/resource.ts";
import { runRowCommand, saveFields } from "#app/models/resource/save.server.ts";
import { addDays, dayText, localTime } from "#app/models/shared/local-date.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { loader as couponsPage } from "#app/routes/desk/resource/list.tsx";
import { logLine } from "#app/routes/desk/log-line.server.ts";
import { settingReminders } from "#app/routes/desk/orders/waiting-rows.server.ts";
import { action as settingsPage } from "#app/routes/desk/settings.tsx";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { couponTerms } from "#tests/support/people/coupon-terms.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const DAY = 24 * 60;
const PARCEL = "standard-small";

/** Tests of one file share their settings. */
beforeEach(async () => {
  const values = { [PARCEL]: "395", "standard-cutoff": "14:00" };
  await changeSettings("delivery", values, NOW);
});

const todayAt = async (now: Date) => localTime(now, (await findStore()).timeZone).day;
const valueOf = async (name: string) => (await findSettingState()).values[name];

/** As the shop wrote it when settings were planned. */
async function planned(group: string, values: Readonly<Record<string, string>>, days: number): Promise<void> {
  await insertRows("setting_plans", {
    ...{ group_key: group, changes: JSON.stringify(values), first_day: addDays(await todayAt(NOW), days) },
    ...{ staff_name: "Martha", planned_at: later(-9 * DAY).toISOString() },
  });
}

async function remindersAt(now: Date, role: StaffRole = "owner") {
  return settingReminders(role, { store: await findStore(), today: await todayAt(now), now });
}

async function onToday(now = NOW, role: StaffRole = "owner") {
  return (await remindersAt(now, role)).map(({ text, href }) => ({ text, href }));
}

const deliverySettings = async () => (await findSettingGroup("delivery")) as Resource;

async function logged(kind: "settings" | "setting-group" | "coupon", id: string) {
  const store = await findStore();
  const rows = await listDeskLog({ staffId: null, subject: { kind, id }, limit: 9 });
  const lines = await Promise.all(rows.map((row) => logLine(row, store)));
  return lines.map(({ what, who, subject, changes, reason }) => ({
    text: `${what} ${subject?.text ?? ""}`,
    ...{ who, changes, reason },
  }));
}

/** Presses the button that Today shows to owners. */
async function remove(reminders: ReadonlyArray<Reminder>, role: StaffRole): Promise<Response> {
  const nothing = { day: "", work: "", ruler: null, waiting: [], start: null, slips: null, figures: null };
  const page = renderToStaticMarkup(createElement(TodayPage, { ...nothing, reminders }));
  const [, address = "", form = ""] = /<form method="post" action="([^"]*)">(.*?)<\/form>/.exec(page) ?? [];
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const request = new Request(`http://localhost${address}`, {
    ...{ method: "POST", body: new URLSearchParams(fields) },
    headers: { Cookie: await deskCookieOf(role), Host: "localhost" },
  });
  const params = { group: address.split("/").at(-1) };
  return settingsPage({ request, params, context: {} }).catch((thrown: unknown) => thrown as Response);
}

test("a planned setting whose day has come is changed once, and its line in the log can be undone", async () => {
  await planned("delivery", { [PARCEL]: "495" }, 0);
  await planned("stock", { "low-stock": "8" }, -1);
  await planned("stock", { "low-stock": "6" }, -3);

  await Promise.all([carryOverSettingPlans(NOW), carryOverSettingPlans(NOW)]);

  expect([await valueOf(PARCEL), await valueOf("low-stock")]).toEqual(["495", "8"]);
  expect(await onToday()).toEqual([]);
  expect(await logged("setting-group", "delivery")).toEqual([
    {
      ...{ text: "Changed settings: delivery", who: "The shop’s own commands" },
      ...{ changes: [{ field: PARCEL, before: "3.95", after: "4.95" }], reason: "" },
    },
  ]);
});

test("one that waits is on Today until an owner has changed it on its day, and does not begin by itself", async () => {
  await planned("delivery", { [PARCEL]: "500", "standard-cutoff": "13:00" }, 12);
  await carryOverSettingPlans(NOW);

  const day = later(12 * DAY);
  const text = dayText(addDays(await todayAt(NOW), 12), NOW);
  expect(await onToday()).toEqual([
    {
      text: `From ${text}, “Standard delivery: ordered and paid by” should be 13:00 and “Standard delivery: parcel” should be £5.00. Change them on that day.`,
      href: "/desk/settings/delivery",
    },
  ]);
  expect(await onToday(NOW, "editor")).toEqual([]);

  await carryOverSettingPlans(day);
  expect(await valueOf(PARCEL)).toBe("395");
  expect(await onToday(day)).toMatchObject([
    { text: expect.stringMatching(new RegExp(`^Since ${text}, .* Change them now\\.$`)) },
  ]);

  const owner = { ...(await person("owner")), now: day };
  const change = async (cutoff: string, small: string) =>
    saveFields(
      await deliverySettings(),
      { key: "delivery", texts: { "standard-cutoff": cutoff, [PARCEL]: small } },
      owner,
    );
  await change("13:00", "3.95");
  await carryOverSettingPlans(day);
  expect(await onToday(day)).toHaveLength(1);
  await change("13:00", "5.00");
  expect(await onToday(day)).toEqual([]);
  await carryOverSettingPlans(day);
  await change("13:00", "6.00");
  expect(await onToday(day)).toEqual([]);
});

test("what is as planned before its day stays on Today: it may be another way until then", async () => {
  await planned("delivery", { [PARCEL]: "395" }, 20);
  await carryOverSettingPlans(NOW);

  expect(await onToday()).toHaveLength(1);
  expect(await onToday(later(20 * DAY))).toEqual([]);
});

test("a setting that there is no longer reminds nobody", async () => {
  await planned("delivery", { "no-such-setting": "1" }, 5);
  await carryOverSettingPlans(NOW);

  expect(await onToday()).toEqual([]);
});

test("a form of the version before that names a later day changes nothing, and comes back as it was typed, with the reason", async () => {
  const request = new Request("http://localhost/desk/settings/delivery", {
    method: "POST",
    body: new URLSearchParams({ intent: "save", from: "2027-01-10", [PARCEL]: "4.95" }),
    headers: { Cookie: await deskCookieOf("owner"), Host: "localhost" },
  });
  const answer = await settingsPage({ request, params: { group: "delivery" }, context: {} });

  expect(await answer.json()).toMatchObject({
    errors: { form: "Nothing was saved. Settings apply at once: save again to change them now" },
    values: { [PARCEL]: "4.95" },
  });
  expect(await valueOf(PARCEL)).toBe("395");
});

test("what the law refuses by its day is on Today, and the setting stays", async () => {
  await planned("returns", { "return-days": "3" }, -1);
  await carryOverSettingPlans(NOW);

  expect(await valueOf("return-days")).toBe("30");
  expect(await onToday()).toMatchObject([{ text: expect.stringContaining("should be 3. Change it now.") }]);
  expect(await logged("setting-group", "returns")).toEqual([]);
});

test("an owner removes a reminder, once, and nobody else does", async () => {
  await planned("delivery", { [PARCEL]: "500" }, 12);
  await carryOverSettingPlans(NOW);
  const shown = await remindersAt(NOW);

  expect((await remove(shown, "editor")).status).toBe(403);
  expect(await onToday()).toHaveLength(1);
  for (const response of [await remove(shown, "owner"), await remove(shown, "owner")])
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/desk"]);

  expect(await onToday()).toEqual([]);
  const day = addDays(await todayAt(NOW), 12);
  expect(await logged("settings", "delivery")).toMatchObject([
    { text: "Withdrew planned settings: delivery", reason: `${PARCEL}, from ${day}` },
  ]);
  await carryOverSettingPlans(later(12 * DAY));
  expect(await valueOf(PARCEL)).toBe("395");
});

async function drafted(code: string, terms: Readonly<Record<string, string>>): Promise<void> {
  await insertRows("coupon_drafts", {
    ...{ code, typed: JSON.stringify({ code, ...terms }), version: 2 },
    ...{ staff_name: "Eli", updated_at: later(-30 * DAY).toISOString() },
  });
}

async function listed(view: string) {
  const headers = { Cookie: await deskCookieOf("owner"), Host: "localhost" };
  const request = new Request(`http://localhost/desk/coupons?view=${view}`, { headers });
  const page = await couponsPage({ request, params: { resource: "coupons" }, context: {} });
  return (await page.json()).rows.map(({ cells, commands }) => ({
    ...{ code: cells[0]?.text, worth: cells[1]?.text },
    commands: commands.map(({ name }) => name),
  }));
}

test("a draft of a new coupon is a coupon that is switched off, which an owner switches on", async () => {
  const ends = addDays(await todayAt(NOW), -3);
  await drafted("MEADOW20", { percent: "20", "first-order": "", products: "Rainbow Stacker" });
  await drafted("OVER5", { fixed: "5", minimum: "30", ends });

  await Promise.all([carryOverCouponDrafts(NOW), carryOverCouponDrafts(NOW)]);

  const off = await listed("off");
  expect(off).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: "MEADOW20", worth: "20% off", commands: ["enable"] }),
      expect.objectContaining({ code: "OVER5", worth: "£5.00 off over £30.00", commands: ["enable"] }),
    ]),
  );
  const { rules } = await rowOf("coupons", { code: "MEADOW20" });
  expect(JSON.parse(rules)).toMatchObject({ first_order_only: true, products: [101] });
  const cart = await cartWith({ [await parcelVariant(500)]: 1 });
  expect(await outcomeOf(applyCoupon(cart, "MEADOW20", NOW))).not.toBe("done");
  expect(await logged("coupon", "MEADOW20")).toMatchObject([
    { text: "Switched off the discount code MEADOW20", who: "The shop’s own commands" },
    { text: "Created the discount code MEADOW20", reason: "The draft of Eli" },
  ]);
  expect(await rowsOf("coupon_drafts")).toEqual([]);

  await runRowCommand(coupons, { command: "enable", key: "MEADOW20", mark: null }, await person("owner"));
  expect((await listed("active")).map(({ code }) => code)).toContain("MEADOW20");
});

test("a draft whose code is a coupon by now leaves that as it is, and the log has what it said", async () => {
  await createCoupon(couponTerms({ code: "SUMMER", percent: 50 }), NOW);
  const before = await rowsOf("coupons", { code: "SUMMER" });
  await drafted("SUMMER", { percent: "15", "first-order": "" });
  await drafted("TOYS5", { percent: "5", products: "No such toy" });

  await carryOverCouponDrafts(NOW);

  expect(await rowsOf("coupons", { code: "SUMMER" })).toEqual(before);
  expect(await logged("coupon", "SUMMER")).toMatchObject([
    {
      text: "Discarded the draft of the discount code SUMMER",
      reason: "The draft of Eli. There is such a discount code already",
      changes: expect.arrayContaining([
        { field: "per cent off", before: "15", after: "" },
        { field: "first orders only", before: "yes", after: "" },
      ]),
    },
  ]);
  expect(await logged("coupon", "TOYS5")).toMatchObject([
    { reason: expect.stringContaining("There is no product No such toy") },
  ]);
  expect(await rowsOf("coupons", { code: "TOYS5" })).toEqual([]);
  expect(await rowsOf("coupon_drafts")).toEqual([]);
});

test("a damaged row of either kind is named, and the others are carried over", async () => {
  await drafted("BROKEN1", {});
  await drafted("WHOLE10", { percent: "10" });
  await changeRows("coupon_drafts", { code: "BROKEN1" }, { typed: "{", updated_at: "2026-01-01" });
  await planned("stock", {}, -3);
  const { id } = await rowOf("setting_plans", { changes: "{}" });
  await changeRows("setting_plans", { id }, { changes: "{" });
  await planned("delivery", { [PARCEL]: "495" }, -1);
  await planned("delivery", { [PARCEL]: "500" }, 12);

  await expect(carryOverCouponDrafts(NOW)).rejects.toThrow(/draft BROKEN1: /);
  await expect(carryOverSettingPlans(NOW)).rejects.toThrow(`plan ${id} for stock: `);

  expect((await listed("off")).map(({ code }) => code)).toContain("WHOLE10");
  expect((await rowsOf("coupon_drafts")).map(({ code }) => code)).toEqual(["BROKEN1"]);
  expect(await valueOf(PARCEL)).toBe("495");
  expect(await onToday()).toHaveLength(1);
});

test.each([
  ["settings", "delivery", "settings-planned", "Planned settings: delivery"],
  ["coupon", "MEADOW20", "coupon-drafted", "Saved a draft of the discount code MEADOW20"],
] as const)("a line about %s that nothing writes any more can be read", async (kind, id, action, text) => {
  await insertRows("desk_log", {
    ...{ staff_name: "Eli", action, subject_kind: kind, subject_id: id, changes: "{}", reason: "" },
    ...{ role: "editor", request_key: "", factor: "", session_id: "", device: "", address_hash: "" },
    created_at: NOW.toISOString(),
  });

  expect(await logged(kind, id)).toMatchObject([{ text, who: "Eli" }]);
});
