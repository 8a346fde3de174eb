import { findDatabaseHealth } from "#app/models/health/database.server.ts";
import { findHealth, settingsLines } from "#app/models/health/health.server.ts";
import type { HealthLine, HealthSettings } from "#app/models/health/health.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { can } from "#app/models/staff/role.ts";

/** What a running shop can say by itself: nothing that reads every row or every file. */
export async function findHealthAtDesk(
  role: StaffRole,
  settings: HealthSettings,
  now: Date,
): Promise<Result<ReadonlyArray<HealthLine>, "desk-not-allowed">> {
  if (!can(role, "see-health")) return refused("desk-not-allowed");
  const [database, others] = await Promise.all([
    findDatabaseHealth(),
    findHealth(settings, { isSound: true, now }),
  ]);
  return ok([...settingsLines(settings, null), ...database, ...others]);
}
