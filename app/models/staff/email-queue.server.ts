import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { StaffEmailTemplate } from "./email.ts";
import type { DeskAction, DeskLogEntry } from "./log.server.ts";
import { lockStaff } from "./staff.server.ts";
import { NEW_DEVICE } from "./staff.ts";

/** As many wrong passwords and codes in a row are an alert, whoever typed them; who waits is the login's own rule. */
const FAILURES = 5;
const FAILURES_WITHIN_MS = 15 * 60_000;

type Row = Readonly<{
  logId: number;
  /** Who did it; null without an account. */
  staffId: string | null;
  reason: string;
  factor: string;
  now: Date;
}>;

type Emails = ReadonlyArray<
  Readonly<{
    template: StaffEmailTemplate;
    to: ReadonlyArray<string>;
    /** Each recipient gets one email with it; missing: one for the row. */
    about?: string;
  }>
>;

const toPerson = (template: StaffEmailTemplate) => (_: Row, id: string) => [{ template, to: [id] }];
const toOwners = (template: StaffEmailTemplate) => async () => [{ template, to: await listOwners() }];

/** Who is emailed of what, by the action and the id of its subject. Of all other actions nobody is. */
const EMAILS: Readonly<
  Partial<Record<DeskAction, (row: Row, subjectId: string) => Emails | Promise<Emails>>>
> = {
  "app-added": toPerson("staff-app-added"),
  "app-replaced": toPerson("staff-app-replaced"),
  "app-removed": toPerson("staff-app-removed"),
  "recovery-codes-made": toPerson("staff-recovery-codes-made"),
  "passkey-added": toPerson("staff-passkey-added"),
  "passkey-removed": toPerson("staff-passkey-removed"),
  "password-changed": toPerson("staff-password-changed"),
  "code-confirmed": ofRecoveryCode,
  "logged-in": async (row, id) => {
    const isOwners = row.reason === NEW_DEVICE && (await listOwners()).includes(id);
    return [...ofRecoveryCode(row, id), { template: "owner-new-device", to: isOwners ? [id] : [] }];
  },
  "invitation-accepted": async (_, id) => [
    { template: "owner-staff-joined", to: (await listOwners()).filter((owner) => owner !== id) },
  ],
  "role-changed": toOwners("owner-role-changed"),
  "file-exported": toOwners("owner-names-exported"),
  "refund-limit-refused": ofLimit,
  "log-in-failed": ofFailure,
  "code-refused": ofFailure,
};

function ofRecoveryCode({ factor }: Row, id: string): Emails {
  return factor === "recovery" ? [{ template: "staff-recovery-code-used", to: [id] }] : [];
}

async function ofFailure({ now }: Row, id: string): Promise<Emails> {
  return (await isFifthFailure(id, now))
    ? [{ template: "owner-log-ins-failed", to: await listOwners() }]
    : [];
}

/** One a day about each person, however often they try. */
async function ofLimit({ staffId, now }: Row): Promise<Emails> {
  const { day } = localTime(now, (await findStore()).timeZone);
  return [{ template: "owner-refund-limit", to: await listOwners(), about: `${staffId} ${day}` }];
}

/** Call it in the transaction of the row, right after it: then each row sends each email at most once. */
export async function queueStaffEmails(
  row: Row,
  { action, subject }: Pick<DeskLogEntry, "action" | "subject">,
): Promise<void> {
  for (const { template, to, about = row.logId } of (await EMAILS[action]?.(row, subject.id)) ?? [])
    for (const staffId of to)
      await enqueue({
        key: `staff-email:${template}:${about}:${staffId}`,
        kind: "staff-email",
        payload: { template, logId: row.logId, staffId },
      });
}

/** Only those who have accepted their invitation. */
async function listOwners(): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("staff")
    .select("id")
    .where("role", "=", "owner")
    .where("ended_at", "is", null)
    .where("password_hash", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Within a quarter of an hour. The account's row is locked before, so that of two at once the second counts the first. */
async function isFifthFailure(staffId: string, now: Date): Promise<boolean> {
  if (staffId === "") return false;
  await lockStaff(staffId);
  const rows = await db()
    .selectFrom("desk_log")
    .select(["action", "created_at"])
    .where("subject_kind", "=", "staff")
    .where("subject_id", "=", staffId)
    .where("action", "in", ["log-in-failed", "code-refused", "logged-in", "code-confirmed"])
    .orderBy("id", "desc")
    .limit(FAILURES + 1)
    .execute();
  const since = new Date(now.getTime() - FAILURES_WITHIN_MS).toISOString();
  const isOver = ({ action, created_at: at }: (typeof rows)[number]) =>
    at <= since || action === "logged-in" || action === "code-confirmed";
  const end = rows.findIndex(isOver);
  return (end < 0 ? rows.length : end) === FAILURES;
}
