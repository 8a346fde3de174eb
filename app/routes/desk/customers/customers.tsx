import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { CustomersPage } from "#app/components/desk/customers-page.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { findCustomers } from "#app/models/desk/customer-find.server.ts";
import { listDeskCustomers } from "#app/models/desk/customer-list.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { customerRow } from "#app/routes/desk/orders/found-rows.server.ts";

export { noForm as action } from "#app/routes/desk/desk.server.ts";

const QUERY_MAX = 80;
const QUERY_MIN = 3;
const FOUND_MAX = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-customers");
  const { searchParams } = new URL(request.url);
  // Who may not see an address may not find one out either.
  const maySearch = can(staff.role, "see-addresses");
  const query = maySearch ? (searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX) : "";
  const store = await findStore();
  const { customers, next } =
    query === ""
      ? await listDeskCustomers(searchParams.get("after"))
      : { customers: query.length < QUERY_MIN ? [] : await findCustomers(query, FOUND_MAX), next: null };
  return json({
    ...{ query, maySearch, isShort: query !== "" && query.length < QUERY_MIN },
    isRemoved: searchParams.get("done") === "removed",
    customers: customers.map((customer) => customerRow(customer, staff.role, store)),
    next: next === null ? null : deskPaths.customers({ after: next }),
  });
}

export const meta = deskTitle("Customers");

export default deskPage<typeof loader>(CustomersPage);
