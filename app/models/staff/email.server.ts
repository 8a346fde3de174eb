import type { Job } from "#app/models/jobs/job.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { staffEmail, type StaffEmailTemplate } from "./email.ts";
import { type DeskLogRow, findDeskLogRow } from "./log.server.ts";
import { findStaff } from "./staff.server.ts";

export function sendStaffEmail(site: Readonly<{ origin: string; deskOrigin: string }>): JobHandler {
  return async (job) => {
    const { template, logId, staffId } = readPayload(job);
    const [to, row, store] = await Promise.all([findStaff(staffId), findDeskLogRow(logId), findStore()]);
    // Who has left meanwhile hears of nothing.
    if (!to || to.endedAt !== null || !row) return;
    const subject = row.subjectKind === "staff" ? await findStaff(row.subjectId) : null;
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: to.email,
      ...staffEmail({
        template,
        store,
        ...site,
        name: subject?.name ?? row.staffName,
        by: row.staffName,
        when: dateTimeText(row.at, store),
        device: row.device,
        what: whatOf(row),
      }),
    });
  };
}

function whatOf({ changes, subjectKind, subjectId }: DeskLogRow): string {
  const { passkey, role, sum } = changes;
  if (role) return `from ${role[0]} to ${role[1]}`;
  if (passkey) return passkey[1] || passkey[0];
  if (sum)
    return `${sum[1]} of ${subjectKind} ${subjectId}, above ${changes["daily limit"]?.[1] ?? ""} a day`;
  return subjectKind === "export" ? subjectId : "";
}

function readPayload({ key, payload }: Job) {
  const { template, logId, staffId } = payload;
  if (typeof template !== "string" || typeof logId !== "number" || typeof staffId !== "string")
    throw new Error(`The job ${key} is damaged`);
  return { template: template as StaffEmailTemplate, logId, staffId };
}
