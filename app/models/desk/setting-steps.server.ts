import { transact } from "#app/db/db.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import {
  changeSettings,
  type SettingChange,
  type SettingsOutcome,
  takeBackSettings,
} from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

/** Saves nothing where somebody else has changed a field as well. */
export async function saveSettingsAtDesk(
  group: SettingGroup,
  typed: Omit<SettingChange, "by">,
  actor: DeskPerson,
): Promise<Result<SettingsOutcome, "desk-not-allowed">> {
  if (!can(actor.staff.role, "change-settings")) return refused("desk-not-allowed");
  return transact(async () => {
    const done = await changeSettings(group, { ...typed, by: actor.staff.name }, actor.now);
    await logSettings({ group, done }, actor);
    return ok(done);
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
    if (done.ok) await logSettings({ group: done.value.group, done: done.value }, actor);
    return done;
  });
}

/** Nothing where nothing was changed. */
export async function logSettings(
  { group, done, reason = "" }: Readonly<{ group: SettingGroup; done: SettingsOutcome; reason?: string }>,
  actor: DeskActor,
): Promise<void> {
  if (done.kind !== "done" || Object.keys(done.changed).length === 0) return;
  const changes = Object.entries(done.changed).map(
    ([name, [before, after]]) => [name, [shortened(before), shortened(after)] as const] as const,
  );
  await writeDeskLog(actor, {
    action: "settings-changed",
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
