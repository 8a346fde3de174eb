/** Customers and returns as lists of the desk show them: no more of a person than the role may see. */
import type { DeskCustomerRow } from "#app/components/desk/customers-page.tsx";
import type { ReturnRow } from "#app/components/desk/returns-page.tsx";
import type { DeskReturn } from "#app/models/desk/returns.server.ts";
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

export function returnRow(one: DeskReturn, store: Store): ReturnRow {
  const { number, orderNumber, status, requestedAt, isWithdrawal, lines } = one;
  return {
    ...{ number, orderNumber, status, isWithdrawal, requested: dateText(requestedAt, store) },
    what: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", "),
  };
}
