import { inTransaction, transact } from "#app/db/db.server.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { commandLineActor, type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import {
  changeSettings,
  type SettingChange,
  type SettingsOutcome,
  takeBackSettings,
} from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";
import {
  beginSettingPlan,
  dueSettingPlans,
  planSettings,
  withdrawSettingPlan,
} from "#app/models/store/editing/setting-plans.server.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

/** At once or for a day to come. Saves nothing where somebody else has changed a field as well. */
export async function saveSettingsAtDesk(
  group: SettingGroup,
  { day, ...typed }: Omit<SettingChange, "by"> & Readonly<{ day: Day | null }>,
  actor: DeskPerson,
): Promise<Result<SettingsOutcome, "desk-not-allowed">> {
  if (!can(actor.staff.role, "change-settings")) return refused("desk-not-allowed");
  const change = { ...typed, by: actor.staff.name };
  return transact(async () => {
    const done = await (day === null
      ? changeSettings(group, change, actor.now)
      : planSettings(group, { ...change, day }, actor.now));
    const words: Words = day === null ? CHANGED : { action: "settings-planned", reason: `From ${day}` };
    await logSettings({ group, done, ...words }, actor);
    return ok(done);
  });
}

export async function withdrawPlanAtDesk(
  id: number,
  actor: DeskPerson,
): Promise<Result<Readonly<{ group: SettingGroup }>, "desk-not-allowed" | "setting-plan-gone">> {
  if (!can(actor.staff.role, "change-settings")) return refused("desk-not-allowed");
  return transact<Result<Readonly<{ group: SettingGroup }>, "desk-not-allowed" | "setting-plan-gone">>(
    async () => {
      const plan = await withdrawSettingPlan(id, actor.now);
      if (!plan) return refused("setting-plan-gone");
      await writeDeskLog(actor, {
        action: "settings-plan-withdrawn",
        subject: { kind: "settings", id: plan.group },
        reason: `${Object.keys(plan.values).join(", ")}, from ${plan.day}`,
      });
      return ok({ group: plan.group });
    },
  );
}

/** Begins every plan whose day has come. Safe to repeat. */
export async function applyDueSettingPlans(now: Date): Promise<void> {
  for (const id of await dueSettingPlans(now))
    await inTransaction(async () => {
      const begun = await beginSettingPlan(id, now);
      if (begun) {
        const { plan, outcome } = begun;
        const reason = `Planned by ${plan.by || "the shop’s own commands"}`;
        await logSettings({ ...CHANGED, group: plan.group, done: outcome, reason }, commandLineActor(now));
      }
    });
}

type TakenBack = Result<
  SettingsOutcome & Readonly<{ group: SettingGroup }>,
  "desk-not-allowed" | "setting-change-gone"
>;

export async function takeBackSettingsAtDesk(id: number, actor: DeskPerson): Promise<TakenBack> {
  if (!can(actor.staff.role, "change-settings")) return refused("desk-not-allowed");
  return transact<TakenBack>(async () => {
    const done = await takeBackSettings(id, actor.staff.name, actor.now);
    if (done.ok) await logSettings({ ...CHANGED, group: done.value.group, done: done.value }, actor);
    return done;
  });
}

type Words = Readonly<{ action: "settings-changed" | "settings-planned"; reason: string }>;

const CHANGED: Words = { action: "settings-changed", reason: "" };

async function logSettings(
  { group, done, action, reason }: Words & Readonly<{ group: SettingGroup; done: SettingsOutcome }>,
  actor: DeskActor,
): Promise<void> {
  if (done.kind !== "done" || Object.keys(done.changed).length === 0) return;
  const changes = Object.entries(done.changed).map(
    ([name, [before, after]]) => [name, [shortened(before), shortened(after)] as const] as const,
  );
  await writeDeskLog(actor, {
    action,
    subject: { kind: "settings", id: group },
    changes: Object.fromEntries(changes),
    reason,
  });
}

const LOG_TEXT_MAX = 200;

/** The whole texts are in the versions of the settings. */
function shortened(text: string): string {
  return text.length > LOG_TEXT_MAX ? `${text.slice(0, LOG_TEXT_MAX)}…` : text;
}
