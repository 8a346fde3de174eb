/**
 * Settings could once be planned for a later day. What was planned by then is carried over: a change whose day has come
 * is made, and an owner is reminded of any other. No new rows are written.
 */
import type { Selectable } from "kysely";

import { db, inTransaction, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { eachByItself } from "#app/models/jobs/each-by-itself.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import { changeSettings, findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup, SettingValues } from "#app/models/store/editing/setting-fields.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";
import { logSettings } from "./setting-steps.server.ts";

export type SettingReminder = Readonly<{ id: number; group: SettingGroup; values: SettingValues; day: Day }>;

type Plan = Selectable<Database["setting_plans"]>;

const OPEN = ["waiting", "refused"] as const;

function openPlans(): Promise<ReadonlyArray<Plan>> {
  return db()
    .selectFrom("setting_plans")
    .selectAll()
    .where("state", "in", OPEN)
    .orderBy("first_day")
    .orderBy("id")
    .execute();
}

function reminderOf({ id, group_key: group, changes, first_day: day }: Plan): SettingReminder {
  return { id, group: group as SettingGroup, values: JSON.parse(changes) as SettingValues, day };
}

/** By their days, where a setting of theirs still exists. From its day on a reminder is there only while one differs. */
export async function listSettingReminders(today: Day): Promise<ReadonlyArray<SettingReminder>> {
  const plans = (await openPlans()).filter(({ ended_at: endedAt }) => endedAt !== null).map(reminderOf);
  if (plans.length === 0) return [];
  const { values } = await findSettingState();
  return plans.filter(
    (plan) =>
      Object.keys(plan.values).some((name) => name in values) && (plan.day > today || !isMade(plan, values)),
  );
}

/** A setting that there is no longer cannot be changed. */
function isMade({ values }: SettingReminder, current: SettingValues): boolean {
  return Object.entries(values).every(([name, value]) => (current[name] ?? value) === value);
}

/** What was removed before stays so. */
export async function removeReminderAtDesk(
  id: number,
  actor: DeskPerson,
): Promise<Result<null, "desk-not-allowed">> {
  if (!can(actor.staff.role, "change-settings")) return refused("desk-not-allowed");
  return transact(async () => {
    const found = (await openPlans()).find((one) => one.id === id);
    const plan = found && reminderOf(found);
    if (plan && (await end(plan, "withdrawn", actor.now)))
      await writeDeskLog(actor, {
        action: "settings-plan-withdrawn",
        subject: { kind: "settings", id: plan.group },
        reason: `${Object.keys(plan.values).join(", ")}, from ${plan.day}`,
      });
    return ok(null);
  });
}

/** Makes the changes whose day has come, and ends the reminders of what was changed. Safe to repeat. */
export async function carryOverSettingPlans(now: Date): Promise<void> {
  const plans = await openPlans();
  if (plans.length === 0) return;
  const today = localTime(now, (await findStore()).timeZone).day;
  const carryOver = async (plan: Plan) => {
    const isDue = plan.first_day <= today;
    if (plan.ended_at === null) await (isDue ? make(plan, now) : end(plan, "waiting", now));
    else if (isDue && isMade(reminderOf(plan), (await findSettingState()).values))
      await end(plan, "applied", now);
  };
  await eachByItself(
    plans,
    ({ id, group_key: group }) => `plan ${id} for ${group}`,
    (plan) => inTransaction(() => carryOver(plan)),
  );
}

/** What the store's rules refuse is left to an owner. */
async function make(plan: Plan, now: Date): Promise<void> {
  if (!(await end(plan, "applied", now))) return;
  const { staff_name: by } = plan;
  const { id, group, values } = reminderOf(plan);
  const done = await changeSettings(group, { values, by }, now);
  const reason = `Planned by ${by || "the shop’s own commands"}`;
  await logSettings({ group, done, reason }, commandLineActor(now));
  if (done.kind !== "done")
    await db().updateTable("setting_plans").set({ state: "refused" }).where("id", "=", id).execute();
}

/** False where it was ended before. */
async function end(
  { id }: Pick<Plan, "id">,
  state: "waiting" | "applied" | "withdrawn",
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("setting_plans")
    .set({ state, ended_at: now.toISOString() })
    .where("id", "=", id)
    .where("state", "in", OPEN)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
