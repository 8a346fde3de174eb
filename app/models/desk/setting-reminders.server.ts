/**
 * Settings could once be planned for a later day. What was planned by then is carried over: a change whose day has come
 * is made, and an owner is reminded of any other. No new rows are written.
 */
import type { Selectable } from "kysely";

import { db, inTransaction, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { eachByItself } from "#app/models/jobs/each-by-itself.ts";
import { type Day, dayText, localTime } from "#app/models/shared/local-date.ts";
import { saveFields } from "#app/models/resource/save.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import type { SettingField, SettingGroup, SettingValues } from "#app/models/store/editing/setting-fields.ts";
import { settingText } from "#app/models/store/editing/setting-form.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";
import { findSettingGroup } from "./settings.server.ts";

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
  const { id, group, values } = reminderOf(plan);
  const [one, store] = await Promise.all([findSettingGroup(group), findStore()]);
  const texts = Object.entries(one?.fields ?? {}).flatMap(([name, field]) =>
    values[name] === undefined ? [] : [[name, field.text(values[name], store)] as const],
  );
  const done =
    one && (await saveFields(one, { key: group, texts: Object.fromEntries(texts) }, commandLineActor(now)));
  if (!done?.ok || done.value.kind !== "saved")
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

/** "From Saturday 12 December, “Standard delivery: parcel” should be £4.95. Change it on that day." */
export function reminderText(
  { values, day }: SettingReminder,
  fields: ReadonlyArray<SettingField>,
  { format, today, now }: Readonly<{ format: PriceFormat; today: Day; now: Date }>,
): string {
  const changes = fields.flatMap((field) => {
    const value = values[field.name];
    return value === undefined ? [] : [`“${field.label}” should be ${settingText(field, value, format)}`];
  });
  const [since, when] = day > today ? ["From", "on that day"] : ["Since", "now"];
  const what = changes.length === 1 ? "it" : "them";
  return `${since} ${dayText(day, now)}, ${changes.join(" and ")}. Change ${what} ${when}.`;
}
