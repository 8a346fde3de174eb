/** The log has the customer's id, never the name. */
import { db, transact } from "#app/db/db.server.ts";
import { findCustomer } from "#app/models/customer/customer.server.ts";
import { endEverySession } from "#app/models/customer/session.server.ts";
import { sendPasswordLink } from "#app/models/customer/password.server.ts";
import { removeSubscriber } from "#app/models/newsletter/admin-subscriptions.server.ts";
import { type CustomerExport, exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, type DeskLogEntry, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import { DESK_NOTE_MAX, type DeskPerson } from "./orders/order-steps.server.ts";

export type CustomerRefusal = "desk-not-allowed" | "NOT_FOUND" | "not-subscribed";

export type CustomerHelp = "password-link" | "log-out" | "unsubscribe";

const ACTIONS = {
  "password-link": "customer-password-link",
  "log-out": "customer-logged-out",
  unsubscribe: "customer-unsubscribed",
} as const satisfies Record<CustomerHelp, DeskAction>;

export async function helpCustomerAtDesk(
  id: CustomerId,
  help: CustomerHelp,
  actor: DeskPerson,
): Promise<Result<null, CustomerRefusal>> {
  if (!can(actor.staff.role, "help-customers")) return refused("desk-not-allowed");
  return transact<Result<null, CustomerRefusal>>(async () => {
    const customer = await findCustomer(id);
    if (!customer) return refused("NOT_FOUND");
    let changes: DeskLogEntry["changes"] = {};
    if (help === "password-link") await sendPasswordLink(id, actor.now);
    else if (help === "log-out") changes = { sessions: [String(await endEverySession(id, actor.now)), "0"] };
    else if (!(await removeSubscriber(customer.email, actor.now)).ok) return refused("not-subscribed");
    await writeDeskLog(actor, { action: ACTIONS[help], subject: { kind: "customer", id }, changes });
    return ok(null);
  });
}

/** Part of the customer's own data, and deleted with the account. */
export async function writeCustomerNote(
  id: CustomerId,
  { body, key }: Readonly<{ body: string; key: string }>,
  actor: DeskPerson,
): Promise<Result<Readonly<{ isChanged: boolean }>, CustomerRefusal>> {
  if (!can(actor.staff.role, "write-note")) return refused("desk-not-allowed");
  return transact<Result<Readonly<{ isChanged: boolean }>, CustomerRefusal>>(async () => {
    if (!(await findCustomer(id))) return refused("NOT_FOUND");
    const row = await db()
      .insertInto("customer_notes")
      .values({
        ...{ customer_id: id, request_key: key, staff_name: actor.staff.name },
        ...{ body: body.slice(0, DESK_NOTE_MAX), created_at: actor.now.toISOString() },
      })
      .onConflict((conflict) => conflict.columns(["customer_id", "request_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) return ok({ isChanged: false });
    await writeDeskLog(actor, { action: "note-written", subject: { kind: "customer", id } });
    return ok({ isChanged: true });
  });
}

/** Ask for a code first. */
export async function exportCustomerAtDesk(
  id: CustomerId,
  actor: DeskPerson,
): Promise<Result<CustomerExport, CustomerRefusal>> {
  if (!can(actor.staff.role, "export-customer")) return refused("desk-not-allowed");
  return transact<Result<CustomerExport, CustomerRefusal>>(async () => {
    if (!(await findCustomer(id))) return refused("NOT_FOUND");
    await writeDeskLog(actor, { action: "customer-exported", subject: { kind: "customer", id } });
    return ok(await exportCustomer(id, actor.now));
  });
}

/** Ask for the name and a code first. */
export async function removeCustomerAtDesk(
  id: CustomerId,
  actor: DeskPerson,
): Promise<Result<null, CustomerRefusal>> {
  if (!can(actor.staff.role, "remove-customer")) return refused("desk-not-allowed");
  return transact<Result<null, CustomerRefusal>>(async () => {
    const removed = await removeCustomer(id, actor.now);
    if (!removed.ok) return removed;
    await writeDeskLog(actor, { action: "customer-removed", subject: { kind: "customer", id } });
    return ok(null);
  });
}
