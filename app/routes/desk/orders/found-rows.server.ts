/** No more of a person than the role may see. */
import type { DeskCustomerRow } from "#app/components/desk/customers-page.tsx";
import type { ReturnRow } from "#app/components/desk/returns-page.tsx";
import type { DeskReturn } from "#app/models/desk/orders/returns.server.ts";
import { reasonText, returnStage, withdrawalRefundDay } from "#app/models/order/returns/return.ts";
import { dayText, localTime } from "#app/models/shared/local-date.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { dateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

type Customer = Readonly<{
  id: string | null;
  email: string;
  name: string;
  since: string | null;
  orders: number | string;
  lastOrderAt: string | null;
  nameOnOrder?: string;
}>;

export function customerRow(customer: Customer, role: StaffRole, store: Store): DeskCustomerRow {
  const { id, name, email, since, orders, lastOrderAt, nameOnOrder = "" } = customer;
  return {
    id,
    name: can(role, "see-names") ? name : "",
    email: can(role, "see-addresses") ? email : "",
    since: since && dateText(since, store),
    nameOnOrder: can(role, "see-names") && nameOnOrder !== name ? nameOnOrder : "",
    orders: Number(orders),
    lastOrder: lastOrderAt && dateText(lastOrderAt, store),
  };
}

type Due = Pick<DeskReturn, "status" | "isWithdrawal" | "requestedAt" | "refundBy">;

/** Null unless it has arrived, or is a withdrawal. */
export function refundDue(
  { status, isWithdrawal, requestedAt, refundBy }: Due,
  store: Store,
  now: Date,
): (NonNullable<ReturnRow["due"]> & Readonly<{ day: string }>) | null {
  if (status !== "requested") return null;
  const due = refundBy ?? (isWithdrawal ? withdrawalRefundDay(requestedAt, store) : null);
  if (due === null) return null;
  const day = dayText(due, now);
  return { text: `Refund by ${day}`, day, isLate: due < localTime(now, store.timeZone).day };
}

export function returnRow(one: DeskReturn, store: Store, now: Date): ReturnRow {
  const { number, orderNumber, requestedAt, isWithdrawal, lines, collectOn } = one;
  const stage = returnStage(one, store, now);
  const later = { text: `Refund ${store.returns.refundWithinDays} days from arrival`, isLate: false };
  return {
    ...{ number, orderNumber, stage, isWithdrawal, requested: dateText(requestedAt, store) },
    due: refundDue(one, store, now) ?? (stage === "requested" ? later : null),
    collected: collectOn && stage !== "accepted" ? `Collected on ${dayText(collectOn, now)}` : null,
    why: [...new Set(lines.map(({ reason }) => reasonText(reason)))].join(". "),
    what: contentsText(lines),
  };
}

/** "2 × Stacking Rings, 1 × Tea Set" */
export function contentsText(items: ReadonlyArray<Readonly<{ name: string; quantity: number }>>): string {
  return items.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
}
