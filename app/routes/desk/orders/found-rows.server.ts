/** Customers and returns as lists of the desk show them: no more of a person than the role may see. */
import type { DeskCustomerRow } from "#app/components/desk/customers-page.tsx";
import type { ReturnRow } from "#app/components/desk/returns-page.tsx";
import type { DeskReturn } from "#app/models/desk/returns.server.ts";
import { reasonText } from "#app/models/order/return.ts";
import { addDays, dayText, localTime } from "#app/models/shared/local-date.ts";
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
}>;

export function customerRow(customer: Customer, role: StaffRole, store: Store): DeskCustomerRow {
  const { id, name, email, since, orders, lastOrderAt } = customer;
  return {
    id,
    name: can(role, "see-names") ? name : "",
    email: can(role, "see-addresses") ? email : "",
    since: since && dateText(since, store),
    orders: Number(orders),
    lastOrder: lastOrderAt && dateText(lastOrderAt, store),
  };
}

/** A buyer who withdraws is refunded within so many days (Consumer Contracts Regulations 2013, 34(4) to (6)). */
const REFUND_DAYS = 14;

/** The day by which an open withdrawal is to be refunded, in words, or null. */
export function refundDue(
  { status, isWithdrawal, requestedAt }: Pick<DeskReturn, "status" | "isWithdrawal" | "requestedAt">,
  { timeZone }: Store,
  now: Date,
): (NonNullable<ReturnRow["due"]> & Readonly<{ day: string }>) | null {
  if (status !== "requested" || !isWithdrawal) return null;
  const due = addDays(localTime(new Date(requestedAt), timeZone).day, REFUND_DAYS);
  const day = dayText(due, now);
  return { text: `Refund by ${day}`, day, isLate: due < localTime(now, timeZone).day };
}

export function returnRow(one: DeskReturn, store: Store, now: Date): ReturnRow {
  const { number, orderNumber, status, requestedAt, isWithdrawal, lines } = one;
  return {
    ...{ number, orderNumber, status, isWithdrawal, requested: dateText(requestedAt, store) },
    due: refundDue(one, store, now),
    why: [...new Set(lines.map(({ reason }) => reasonText(reason)))].join(". "),
    what: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", "),
  };
}
