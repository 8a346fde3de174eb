/** Call `writeDeskLog` in the transaction of the change. */
import { type Selectable, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { browserName } from "#app/models/customer/user-agent.ts";
import { hashOfAddress } from "#app/models/platform/audit.server.ts";
import { monthsBefore } from "#app/models/platform/retention.ts";
import type { Money } from "#app/models/shared/money.ts";

import { queueStaffEmails } from "./email-queue.server.ts";
import type { LoggedAction } from "./log-views.server.ts";
import type { StaffMember } from "./staff.ts";

/** Older rows have others too. */
export type DeskAction = Exclude<LoggedAction, "coupon-drafted" | "settings-planned">;

/** `staff` is null for a failed log-in and for the command line. */
export type DeskActor = Readonly<{
  staff: Pick<StaffMember, "id" | "name" | "role"> | null;
  /** Empty without a session. */
  sessionId: string;
  factor: string;
  address: string;
  userAgent: string;
  now: Date;
}>;

export function commandLineActor(now: Date): DeskActor {
  return { staff: null, sessionId: "", factor: "", address: "", userAgent: "", now };
}

type LogEntry = Readonly<{
  action: string;
  subject: Readonly<{ kind: string; id: string }>;
  /** Before and after of each field. Ids, codes and counts, but nothing that names a customer. */
  changes?: Readonly<Record<string, readonly [before: string, after: string]>>;
  reason?: string;
  amount?: Money;
  key?: string;
}>;

export type DeskLogEntry = LogEntry &
  Readonly<{
    action: DeskAction;
    subject: Readonly<{
      kind:
        | "order"
        | "return"
        | "staff"
        | "variant"
        | "product"
        | "order-batch"
        | "review"
        | "message"
        | "customer"
        | "job"
        | "coupon"
        | "gift-list"
        | "export"
        | "import"
        | "settings"
        | "page"
        | "none";
      id: string;
    }>;
  }>;

const NOBODY = { staff_id: null, staff_name: "", role: "" } as const;

/** Also queues the emails that tell people of it. Answers with the id of the row. */
export async function writeDeskLog(actor: DeskActor, entry: DeskLogEntry): Promise<number> {
  const logId = await writeLog(actor, entry);
  const about = { logId, staffId: actor.staff?.id ?? null, reason: entry.reason ?? "", factor: actor.factor };
  await queueStaffEmails({ ...about, now: actor.now }, entry);
  return logId;
}

/** The same for a step on the account of somebody at the desk. */
export function writeStaffLog(
  actor: DeskActor,
  staffId: string,
  step: Omit<DeskLogEntry, "subject">,
): Promise<number> {
  return writeDeskLog(actor, { ...step, subject: { kind: "staff", id: staffId } });
}

/** A step on what is declared, which names its kind and its steps itself. Emails nobody. */
export async function writeLog(actor: DeskActor, entry: LogEntry): Promise<number> {
  const { staff, address, userAgent } = actor;
  const { changes = {}, reason = "", amount = null, key = "" } = entry;
  const by = staff ? { staff_id: staff.id, staff_name: staff.name, role: staff.role } : NOBODY;
  const row = await db()
    .insertInto("desk_log")
    .values({
      ...by,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      changes: JSON.stringify(changes),
      reason,
      amount_minor: amount && amount.minor,
      currency: amount && amount.currency,
      request_key: key,
      factor: actor.factor,
      session_id: actor.sessionId,
      device: userAgent && browserName(userAgent),
      address_hash: address && hashOfAddress(address),
      created_at: actor.now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const ID_MAX = 2_147_483_647;

export type DeskLogRow = Readonly<{
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  /** Null where nobody was logged in. */
  staffId: string | null;
  /** Empty where nobody was logged in. */
  staffName: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  changes: Readonly<Record<string, readonly [string, string]>>;
  reason: string;
  amount: Money | null;
  factor: string;
  device: string;
}>;

type LogQuery = Readonly<{
  /** Null: everybody's rows. */
  staffId: string | null;
  subject?: Readonly<{ kind: string; id: string }>;
  filters?: LogFilters;
  before?: number | null;
  limit: number;
}>;

export type LogFilters = Readonly<{
  /** Only these, one at least; null: all. */
  actions: ReadonlyArray<string> | null;
  /** An order number, an article number or another id; empty: whatever it is about. */
  about: string;
  /** ISO 8601, UTC, or null. */
  from: string | null;
  /** Not included. */
  before: string | null;
}>;

export async function findDeskLogRow(id: number): Promise<DeskLogRow | null> {
  // PostgreSQL answers with an error beyond its whole numbers.
  if (id > ID_MAX) return null;
  const row = await db().selectFrom("desk_log").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? readLogRow(row) : null;
}

/** The newest first. Reads few rows beside those of the answer, however long the log is. */
export async function listDeskLog(query: LogQuery): Promise<ReadonlyArray<DeskLogRow>> {
  const ids = query.filters ? await idsOfDays(query.filters) : null;
  if (ids?.last === null) return [];
  const rows = await db()
    .selectFrom("desk_log")
    .selectAll()
    .where("id", "in", newestIds(query, ids))
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
  return rows.map(readLogRow);
}

type Ids = Readonly<{ first: number | null; last: number | null }>;

/**
 * Days as ids, so that one index answers a day together with a step or a person: null without a day, ids that are null
 * if no row is of these days.
 */
async function idsOfDays({ from, before }: LogFilters): Promise<Ids | null> {
  if (from === null && before === null) return null;
  return (
    db()
      .selectFrom("desk_log")
      // Of the bare id PostgreSQL reads the table from one end until a row is of these days.
      .select([sql<number | null>`min(id + 0)`.as("first"), sql<number | null>`max(id + 0)`.as("last")])
      .$if(from !== null, (log) => log.where("created_at", ">=", from ?? ""))
      .$if(before !== null, (log) => log.where("created_at", "<", before ?? ""))
      .executeTakeFirstOrThrow()
  );
}

/** Those of each step by the index of the steps: both engines read all rows of several steps before they sort them. */
function newestIds(query: LogQuery, ids: Ids | null) {
  const [first = null, ...others] = query.filters?.actions ?? [];
  return others.reduce(
    (found, action) => found.unionAll(idsOfStep(query, ids, action)),
    idsOfStep(query, ids, first),
  );
}

function idsOfStep({ staffId, subject, filters, ...page }: LogQuery, ids: Ids | null, step: string | null) {
  const { about = "", from = null, before = null } = filters ?? {};
  const newest = db()
    .selectFrom("desk_log")
    .select("id")
    .$if(staffId !== null, (log) => log.where("staff_id", "=", staffId ?? ""))
    .$if(subject !== undefined, (log) =>
      log.where("subject_kind", "=", subject?.kind ?? "").where("subject_id", "=", subject?.id ?? ""),
    )
    .$if(step !== null, (log) => log.where("action", "=", step ?? ""))
    .$if(about !== "", (log) => log.where("subject_id", "=", about))
    .$if(ids !== null, (log) => log.where("id", ">=", ids?.first ?? 0).where("id", "<=", ids?.last ?? 0))
    .$if(from !== null, (log) => log.where("created_at", ">=", from ?? ""))
    .$if(before !== null, (log) => log.where("created_at", "<", before ?? ""))
    .$if(Boolean(page.before), (log) => log.where("id", "<", page.before ?? 0))
    .orderBy("id", "desc")
    .limit(page.limit);
  return db().selectFrom(newest.as("newest")).select("id");
}

function readLogRow(row: Selectable<Database["desk_log"]>): DeskLogRow {
  const { amount_minor: minor, currency } = row;
  return {
    id: row.id,
    at: row.created_at,
    staffId: row.staff_id,
    staffName: row.staff_name,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    changes: JSON.parse(row.changes) as DeskLogRow["changes"],
    reason: row.reason,
    amount: minor === null || currency === null ? null : { minor, currency },
    factor: row.factor,
    device: row.device,
  };
}

/** Longer where money moved. */
const DESK_LOG_MONTHS = { money: 72, other: 24 } as const;

/** Rows whose period ended before `now`. Safe to repeat. */
export async function cleanUpDeskLog(now: Date): Promise<void> {
  await db()
    .deleteFrom("desk_log")
    .where((row) =>
      row.or([
        row.and([
          row("amount_minor", "is", null),
          row("created_at", "<=", monthsBefore(now, DESK_LOG_MONTHS.other)),
        ]),
        row("created_at", "<=", monthsBefore(now, DESK_LOG_MONTHS.money)),
      ]),
    )
    .execute();
}
