/** Settings of the store changed by an owner at the desk. */
import { transact } from "#app/db/db.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import {
  changeSettings,
  type SettingChange,
  type SettingsOutcome,
  takeBackSettings,
} from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";

import type { DeskPerson } from "./order-steps.server.ts";

/** Saves what was typed over what the form showed. What somebody else has changed as well is answered, and nothing is saved. */
export async function changeSettingsAtDesk(
  group: SettingGroup,
  change: Omit<SettingChange, "by">,
  actor: DeskPerson,
): Promise<Result<SettingsOutcome, "desk-not-allowed">> {
  if (!can(actor.staff.role, "change-settings")) return refused("desk-not-allowed");
  return transact(async () => {
    const done = await changeSettings(group, { ...change, by: actor.staff.name }, actor.now);
    await logSettings(group, done, actor);
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
    if (done.ok) await logSettings(done.value.group, done.value, actor);
    return done;
  });
}

async function logSettings(group: SettingGroup, done: SettingsOutcome, actor: DeskPerson): Promise<void> {
  if (done.kind !== "done" || Object.keys(done.changed).length === 0) return;
  const changes = Object.entries(done.changed).map(
    ([name, [before, after]]) => [name, [shortened(before), shortened(after)] as const] as const,
  );
  await writeDeskLog(actor, {
    action: "settings-changed",
    subject: { kind: "settings", id: group },
    changes: Object.fromEntries(changes),
  });
}

const LOG_TEXT_MAX = 200;

/** The whole texts are in the versions of the settings. */
function shortened(text: string): string {
  return text.length > LOG_TEXT_MAX ? `${text.slice(0, LOG_TEXT_MAX)}…` : text;
}
