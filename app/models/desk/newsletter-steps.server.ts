/** The log has the id of a subscription, never the address. */
import { transact } from "#app/db/db.server.ts";
import {
  findSubscriber,
  type ListedSubscriber,
  removeSubscriber,
} from "#app/models/newsletter/admin-subscriptions.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

/** Null if they have left, or the role sees no addresses. */
export async function findSubscriberAtDesk(id: string, role: StaffRole): Promise<ListedSubscriber | null> {
  return can(role, "see-newsletter") ? findSubscriber(id) : null;
}

/** At the subscriber's request: only they can subscribe again. */
export async function unsubscribeAtDesk(
  id: string,
  actor: DeskPerson,
): Promise<Result<null, "desk-not-allowed" | "not-subscribed">> {
  if (!can(actor.staff.role, "help-customers")) return refused("desk-not-allowed");
  return transact<Result<null, "not-subscribed">>(async () => {
    const found = await findSubscriber(id);
    if (!found || !(await removeSubscriber(found.email, actor.now)).ok) return refused("not-subscribed");
    await writeDeskLog(actor, { action: "subscriber-removed", subject: { kind: "subscriber", id } });
    return ok(null);
  });
}
