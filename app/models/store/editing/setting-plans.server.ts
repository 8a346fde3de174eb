import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { addDays, type Day, isDay, localTime, longDay } from "#app/models/shared/local-date.ts";
import { ok } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import {
  changeSettings,
  checkLocked,
  lockSettings,
  type SettingChange,
  type SettingsOutcome,
} from "./change-settings.server.ts";
import type { SettingGroup, SettingValues } from "./setting-fields.ts";

const PLAN_DAYS_MAX = 366;

type Place = Pick<Store, "timeZone" | "locale">;

function planDays(now: Date, timeZone: string): Readonly<{ first: Day; last: Day }> {
  const today = localTime(now, timeZone).day;
  return { first: addDays(today, 1), last: addDays(today, PLAN_DAYS_MAX) };
}

function dayProblem(day: string, { timeZone, locale }: Place, now: Date): string | null {
  const { first, last } = planDays(now, timeZone);
  if (isDay(day) && day >= first && day <= last) return null;
  return `Choose a day from ${longDay(first, locale)} to ${longDay(last, locale)}`;
}

export function planDayHint({ timeZone, locale }: Place, now: Date): string {
  const { last } = planDays(now, timeZone);
  return `Empty: at once. Otherwise a day to come, up to ${longDay(last, locale)}`;
}

/**
 * "done" without a change where nothing differs; "invalid" with an error at "from" where the day is none, is over, or
 * is more than a year ahead.
 */
export async function planSettings(
  group: SettingGroup,
  { day, ...change }: SettingChange & Readonly<{ day: Day }>,
  now: Date,
): Promise<SettingsOutcome> {
  const dayError = dayProblem(day, await findStore(), now);
  if (dayError !== null) return { kind: "invalid", errors: { from: dayError } };
  const done = await transact(async () => {
    await lockSettings();
    const checked = await checkLocked(group, change);
    if (checked.kind !== "ready") return ok(checked);
    const { state, changes } = checked;
    if (Object.keys(changes).length > 0)
      await db()
        .insertInto("setting_plans")
        .values({
          ...{ group_key: group, changes: JSON.stringify(changes), first_day: day },
          ...{ staff_name: change.by, planned_at: now.toISOString() },
        })
        .execute();
    return ok({
      kind: "done" as const,
      changed: Object.fromEntries(
        Object.entries(changes).map(([name, text]) => [name, [state.values[name] ?? "", text] as const]),
      ),
    });
  });
  return done.value;
}

export type SettingPlan = Readonly<{
  id: number;
  group: SettingGroup;
  values: SettingValues;
  day: Day;
  by: string;
  state: "waiting" | "applied" | "refused" | "withdrawn";
}>;

function planOf(row: Selectable<Database["setting_plans"]>): SettingPlan {
  return {
    ...{ id: row.id, group: row.group_key as SettingGroup, day: row.first_day },
    ...{ by: row.staff_name, state: row.state },
    values: JSON.parse(row.changes) as SettingValues,
  };
}

export async function listSettingPlans(group: SettingGroup): Promise<ReadonlyArray<SettingPlan>> {
  const rows = await db()
    .selectFrom("setting_plans")
    .selectAll()
    .where("group_key", "=", group)
    .where("state", "in", ["waiting", "refused"])
    .orderBy("first_day")
    .orderBy("id")
    .execute();
  return rows.map(planOf);
}

/** Null where it has begun, or was withdrawn before. */
export async function withdrawSettingPlan(id: number, now: Date): Promise<SettingPlan | null> {
  const row = await db()
    .updateTable("setting_plans")
    .set({ state: "withdrawn", ended_at: now.toISOString() })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "refused"])
    .returningAll()
    .executeTakeFirst();
  return row ? planOf(row) : null;
}

export async function dueSettingPlans(now: Date): Promise<ReadonlyArray<number>> {
  const today = localTime(now, (await findStore()).timeZone).day;
  const rows = await db()
    .selectFrom("setting_plans")
    .select("id")
    .where("state", "=", "waiting")
    .where("first_day", "<=", today)
    .orderBy("first_day")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Call it in a transaction; what the store's rules refuse is stored as refused. Null where another process was faster
 * or it was withdrawn.
 */
export async function beginSettingPlan(
  id: number,
  now: Date,
): Promise<Readonly<{ plan: SettingPlan; outcome: SettingsOutcome }> | null> {
  await lockSettings();
  const row = await db()
    .updateTable("setting_plans")
    .set({ state: "applied", ended_at: now.toISOString() })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const plan = planOf(row);
  const outcome = await changeSettings(plan.group, { values: plan.values, by: plan.by }, now);
  if (outcome.kind !== "done")
    await db().updateTable("setting_plans").set({ state: "refused" }).where("id", "=", id).execute();
  return { plan, outcome };
}
