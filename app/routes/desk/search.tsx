/** /desk/search: orders by number, name, email, phone, postcode, tracking number, discount code or product. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { OrdersTable } from "#app/components/desk/orders-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { takeInOrders } from "#app/models/desk/order-index.server.ts";
import { searchDeskOrders } from "#app/models/desk/order-list.server.ts";
import { orderIdOf } from "#app/models/desk/order-steps.server.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { numberIn } from "./order.server.ts";
import { listRow } from "./order-view.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

const QUERY_MAX = 80;
/** What is found is no list that one comes from. */
const NO_LIST = {};

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const number = numberIn({ number: query });
  if (number !== 0 && (await orderIdOf(number))) throw seeOther(deskPaths.order(number));
  // Who may not see a name may not find one out either.
  if (!can(staff.role, "see-addresses")) return json({ query, orders: [], isNumbersOnly: true });
  await takeInOrders();
  const [found, store] = await Promise.all([searchDeskOrders(readDeskQuery(query)), findStore()]);
  const reader = { store, role: staff.role, now: actor.now };
  return json({ query, orders: found.map((order) => listRow(order, reader)), isNumbersOnly: false });
}

export const meta: MetaFunction = () => deskMeta("Search");

export default function DeskSearch() {
  const { query, orders, isNumbersOnly } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1 className="h1">{query === "" ? "Search" : `Orders for “${query}”`}</h1>
      </div>
      {orders.length > 0 ? (
        <section className="panel panel--flush">
          <OrdersTable
            caption="Orders found, newest first"
            orders={orders}
            isPickable={false}
            list={NO_LIST}
          />
        </section>
      ) : (
        <section className="panel void">
          <p className="note">
            {query === ""
              ? "Type what you are looking for into the field above."
              : `Nothing was found for “${query}”.`}
          </p>
          <p className="sm muted">
            {isNumbersOnly
              ? "Your role finds orders by their whole number."
              : "Searched were numbers, names, email addresses, phone numbers, postcodes, tracking numbers, discount codes and products of all orders."}
          </p>
        </section>
      )}
    </>
  );
}
