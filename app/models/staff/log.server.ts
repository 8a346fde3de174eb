/** Call `writeDeskLog` in the transaction of the change. */
import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { browserName } from "#app/models/customer/user-agent.ts";
import { hashOfAddress } from "#app/models/platform/audit.server.ts";
import { monthsBefore } from "#app/models/platform/retention.ts";
import type { Money } from "#app/models/shared/money.ts";

import { queueStaffEmails } from "./email-queue.server.ts";
import type { StaffMember } from "./staff.ts";

export type DeskAction =
  | "staff-invited"
  | "invitation-accepted"
  | "role-changed"
  | "refund-limit-changed"
  | "staff-ended"
  | "staff-logged-out"
  | "logged-in"
  | "log-in-failed"
  | "logged-out"
  | "session-ended"
  | "second-factor-added"
  | "app-added"
  | "app-replaced"
  | "app-removed"
  | "recovery-codes-made"
  | "passkey-added"
  | "passkey-renamed"
  | "passkey-removed"
  | "password-changed"
  | "code-confirmed"
  | "code-refused"
  | "order-packed"
  | "order-unpacked"
  | "work-started"
  | "work-taken-back"
  | "order-batch-started"
  | "order-batch-stopped"
  | "order-send-planned"
  | "order-send-withdrawn"
  | "order-sent"
  | "order-send-refused"
  | "order-delivered"
  | "order-delivery-taken-back"
  | "payment-queried"
  | "order-refunded"
  | "order-cancelled"
  | "return-opened"
  | "return-arrived"
  | "return-arrival-taken-back"
  | "return-accepted"
  | "note-written"
  | "order-address-changed"
  | "order-email-repeated"
  | "stock-received"
  | "stock-counted"
  | "stock-undone"
  | "review-published"
  | "review-rejected"
  | "review-replied"
  | "review-photo-removed"
  | "message-replied"
  | "message-answered"
  | "message-closed"
  | "message-reopened"
  | "message-reply-withdrawn"
  | "saved-reply-added"
  | "saved-reply-changed"
  | "saved-reply-removed"
  | "saved-reply-put-back"
  | "coupon-created"
  | "coupon-drafted"
  | "coupon-discarded"
  | "coupon-disabled"
  | "coupon-enabled"
  | "product-made"
  | "product-drafted"
  | "product-published"
  | "product-discarded"
  | "product-put-back"
  | "variants-added"
  | "option-values-renamed"
  | "variants-shown"
  | "variants-hidden"
  | "variants-removed"
  | "variant-images-chosen"
  | "bulk-change-taken-back"
  | "product-sale-started"
  | "product-sale-ended"
  | "page-made"
  | "page-drafted"
  | "page-published"
  | "page-discarded"
  | "page-put-back"
  | "page-image-added"
  | "page-moved"
  | "page-hidden"
  | "page-shown"
  | "page-file-taken"
  | "page-file-passed"
  | "settings-changed"
  | "settings-planned"
  | "settings-plan-withdrawn"
  | "customer-password-link"
  | "customer-logged-out"
  | "customer-unsubscribed"
  | "customer-exported"
  | "customer-removed"
  | "job-retried"
  | "jobs-retried"
  | "redirect-added"
  | "redirect-removed"
  | "redirect-put-back"
  | "subscriber-removed"
  | "gift-freed"
  | "gift-list-move-requested"
  | "file-exported"
  | "file-imported"
  | "file-import-undone";

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

export type DeskLogEntry = Readonly<{
  action: DeskAction;
  subject: Readonly<{
    kind:
      | "order"
      | "return"
      | "staff"
      | "variant"
      | "product"
      | "bulk-change"
      | "order-batch"
      | "review"
      | "message"
      | "saved-reply"
      | "coupon"
      | "customer"
      | "job"
      | "redirect"
      | "subscriber"
      | "gift-list"
      | "export"
      | "import"
      | "settings"
      | "page"
      | "none";
    id: string;
  }>;
  /** Before and after of each field. Ids, codes and counts, but nothing that names a customer. */
  changes?: Readonly<Record<string, readonly [before: string, after: string]>>;
  reason?: string;
  amount?: Money;
  key?: string;
}>;

const NOBODY = { staff_id: null, staff_name: "", role: "" } as const;

/** Also queues the emails that tell people of it. */
export async function writeDeskLog(actor: DeskActor, entry: DeskLogEntry): Promise<void> {
  const { staff, address, userAgent } = actor;
  const { changes = {}, reason = "", amount = null, key = "" } = entry;
  const row = await db()
    .insertInto("desk_log")
    .values({
      ...(staff ? { staff_id: staff.id, staff_name: staff.name, role: staff.role } : NOBODY),
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
  await queueStaffEmails({ logId: row.id, reason, factor: actor.factor, now: actor.now }, entry);
}

export type DeskLogRow = Readonly<{
  id: number;
  /** ISO 8601, UTC. */
  at: string;
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
  /** Only these; null: all. */
  actions: ReadonlyArray<DeskAction> | null;
  /** An order number, an article number or another id; empty: whatever it is about. */
  about: string;
  /** ISO 8601, UTC, or null. */
  from: string | null;
  /** Not included. */
  before: string | null;
}>;

export async function findDeskLogRow(id: number): Promise<DeskLogRow | null> {
  const row = await db().selectFrom("desk_log").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? readLogRow(row) : null;
}

export async function listDeskLog(query: LogQuery): Promise<ReadonlyArray<DeskLogRow>> {
  const { actions = null, about = "", from = null, before = null } = query.filters ?? {};
  const rows = await db()
    .selectFrom("desk_log")
    .selectAll()
    .$if(query.staffId !== null, (log) => log.where("staff_id", "=", query.staffId ?? ""))
    .$if(query.subject !== undefined, (log) =>
      log
        .where("subject_kind", "=", query.subject?.kind ?? "")
        .where("subject_id", "=", query.subject?.id ?? ""),
    )
    .$if(actions !== null, (log) => log.where("action", "in", actions ?? []))
    .$if(about !== "", (log) => log.where("subject_id", "=", about))
    .$if(from !== null, (log) => log.where("created_at", ">=", from ?? ""))
    .$if(before !== null, (log) => log.where("created_at", "<", before ?? ""))
    .$if(Boolean(query.before), (log) => log.where("id", "<", query.before ?? 0))
    .orderBy("id", "desc")
    .limit(query.limit)
    .execute();
  return rows.map(readLogRow);
}

function readLogRow(row: Selectable<Database["desk_log"]>): DeskLogRow {
  const { amount_minor: minor, currency } = row;
  return {
    id: row.id,
    at: row.created_at,
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
