import { expect, test } from "vitest";

import { applyDueSettingPlans } from "#app/models/desk/setting-steps.server.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import {
  changeSettings,
  findSettingState,
  listSettingVersions,
  settingMark,
} from "#app/models/store/editing/change-settings.server.ts";
import {
  listSettingPlans,
  planSettings,
  withdrawSettingPlan,
} from "#app/models/store/editing/setting-plans.server.ts";
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { insertRows, rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const DAY_MS = 86_400_000;

const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const valueOf = async (name: string) => (await findSettingState()).values[name];

async function dayIn(days: number): Promise<string> {
  return addDays(localTime(NOW, (await findStore()).timeZone).day, days);
}

async function plan(group: SettingGroup, values: Record<string, string>, days: number) {
  return planSettings(group, { values, by: "Martha", day: await dayIn(days) }, NOW);
}

/** A price of delivery, whatever the setting is called. */
async function priceName(): Promise<string> {
  const { fields } = await findSettingState();
  return fields.find(({ group, kind }) => group === "delivery" && kind === "amount")?.name ?? "";
}

test("a planned price begins on its day, once, and is in the versions and the log", async () => {
  const name = await priceName();
  const before = await valueOf(name);

  const done = await plan("delivery", { [name]: "495" }, 3);
  expect(done).toEqual({ kind: "done", changed: { [name]: [before, "495"] } });
  await applyDueSettingPlans(later(2));
  expect(await valueOf(name)).toBe(before);
  expect(await listSettingPlans("delivery")).toMatchObject([{ state: "waiting", values: { [name]: "495" } }]);

  await Promise.all([applyDueSettingPlans(later(3)), applyDueSettingPlans(later(3))]);

  expect(await valueOf(name)).toBe("495");
  expect(await listSettingPlans("delivery")).toEqual([]);
  expect(await listSettingVersions("delivery", 5)).toMatchObject([{ by: "Martha", isTakenBack: false }]);
  const step = { action: "settings-changed", reason: "Planned by Martha", staff_id: null };
  expect(await rowOf("desk_log")).toMatchObject(step);
});

test("a plan that is withdrawn does not begin, and one that has begun is not withdrawn", async () => {
  await plan("stock", { "low-stock": "7" }, 1);
  const [waiting] = await listSettingPlans("stock");
  const before = await valueOf("low-stock");

  const ended = await Promise.all([1, 2].map(() => withdrawSettingPlan(waiting?.id ?? 0, NOW)));
  await applyDueSettingPlans(later(1));

  expect(ended.filter((one) => one !== null)).toHaveLength(1);
  expect(await valueOf("low-stock")).toBe(before);
  await plan("stock", { "low-stock": "9" }, 1);
  const [next] = await listSettingPlans("stock");
  await applyDueSettingPlans(later(1));
  expect(await withdrawSettingPlan(next?.id ?? 0, later(1))).toBeNull();
  expect(await valueOf("low-stock")).toBe("9");
});

test("two plans for one setting begin in the order of their days, over what was changed meanwhile", async () => {
  await plan("stock", { "low-stock": "8" }, 5);
  await plan("stock", { "low-stock": "6" }, 2);
  await changeSettings("stock", { values: { "low-stock": "11" }, by: "Tom" }, NOW);

  await applyDueSettingPlans(later(2));
  expect(await valueOf("low-stock")).toBe("6");
  await applyDueSettingPlans(later(9));
  expect(await valueOf("low-stock")).toBe("8");
});

test("nothing is planned for a day that is over or too far, over somebody else's change, or without a change", async () => {
  const { values } = await findSettingState();
  const stale = { "low-stock": settingMark("no such value") };

  for (const days of [0, -1, 400])
    expect(await plan("stock", { "low-stock": "7" }, days)).toMatchObject({
      kind: "invalid",
      errors: { from: expect.any(String) },
    });
  const late = { values: { "low-stock": "7" }, marks: stale, by: "", day: await dayIn(1) };
  expect(await planSettings("stock", late, NOW)).toMatchObject({ kind: "conflict" });
  expect(await plan("stock", { "low-stock": values["low-stock"] ?? "" }, 1)).toEqual({
    kind: "done",
    changed: {},
  });
  expect(await listSettingPlans("stock")).toEqual([]);
});

test("what the law refuses by its day is named as refused, and the settings stay", async () => {
  const before = await valueOf("return-days");
  const day = await dayIn(1);
  const changes = JSON.stringify({ "return-days": "3" });
  const planned = { first_day: day, staff_name: "Martha", planned_at: NOW.toISOString() };
  await insertRows("setting_plans", { group_key: "returns", changes, ...planned });

  await applyDueSettingPlans(later(1));

  expect(await valueOf("return-days")).toBe(before);
  const [refused] = await listSettingPlans("returns");
  expect(refused?.state).toBe("refused");
  expect(await withdrawSettingPlan(refused?.id ?? 0, later(1))).not.toBeNull();
  expect(await listSettingPlans("returns")).toEqual([]);
});
