import { transact } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import { type Beside, withBeside } from "#app/models/order/invariants/checked-transaction.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type RepeatableEmail, repeatableEmails } from "./repeatable.ts";

/** What the buyer must not learn, such as where a gift went, is in none of it. */
export async function listRepeatableEmails(id: OrderId): Promise<ReadonlyArray<RepeatableEmail>> {
  const order = await findOrder(id);
  if (!order) return [];
  const [life, { locale }] = await Promise.all([findFulfilmentHistory(id), findStore()]);
  return repeatableEmails({ order, life, locale });
}

type Repeat = Readonly<{
  email: string;
  /** The same key sends it once. */
  key: string;
}>;

export type RepeatRefusal = "order-not-found" | "email-not-sent";

/** `beside` runs in the same transaction, while the order is locked. */
export async function repeatOrderEmail<Other extends string = never>(
  id: OrderId,
  { email, key }: Repeat,
  beside?: Beside<RepeatableEmail, Other>,
): Promise<Result<RepeatableEmail, RepeatRefusal | Other>> {
  return transact<Result<RepeatableEmail, RepeatRefusal | Other>>(async () => {
    if (!(await lockOrder(id))) return refused("order-not-found");
    const found = (await listRepeatableEmails(id)).find((one) => one.key === email);
    if (!found) return refused("email-not-sent");
    const isConfirmation = email === "confirmation";
    await enqueue({
      key: `${isConfirmation ? "order-confirmation" : "order-email"}:again:${id}:${key}`,
      kind: isConfirmation ? "order-confirmation" : "order-email",
      payload: { ...found.payload, orderId: id, again: key },
    });
    return withBeside(ok(found), beside);
  });
}
