import { transact } from "#app/db/db.server.ts";
import { ok } from "#app/models/shared/result.ts";
import {
  findSettingProblems,
  findSettingState,
  lockSettings,
  writeSettings,
} from "#app/models/store/editing/change-settings.server.ts";
import type { SettingGroup, SettingValues } from "#app/models/store/editing/setting-fields.ts";

/** By values as `readSetting` answers them. Says what has changed, or why nothing has. */
export async function changeSettings(group: SettingGroup, values: SettingValues, now: Date) {
  const done = await transact(async () => {
    await lockSettings();
    const errors = await findSettingProblems(group, values);
    if (Object.keys(errors).length > 0) return ok({ kind: "invalid", errors } as const);
    const before = (await findSettingState()).values;
    await writeSettings(group, values, now);
    const after = (await findSettingState()).values;
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    return ok({ kind: "done", changed } as const);
  });
  return done.value;
}
