import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { SEARCH_GROUPS, SearchPage } from "#app/components/desk/search-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findCustomers } from "#app/models/desk/customer-find.server.ts";
import { searchDeskOrders } from "#app/models/desk/orders/order-find.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { orderIdOf } from "#app/models/desk/orders/order-steps.server.ts";
import { listDeskProducts, NO_PRODUCT_FILTERS } from "#app/models/desk/products/product-list.server.ts";
import { findDeskReturn, returnsOfOrders } from "#app/models/desk/orders/returns.server.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";
import { findExactVariant } from "#app/models/desk/stock-list.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { customerRow, returnRow } from "./orders/found-rows.server.ts";
import { searchedGroup, searchedWords } from "./orders/found-query.ts";
import { numberIn } from "./order.server.ts";
import { listRow } from "./order-view.server.ts";
import { productRowOf } from "./products/product-rows.server.ts";

export { noForm as action } from "./desk.server.ts";

const CUSTOMER_MIN = 3;
const SHOWN = { all: 8, one: 50 };
const NOTHING = { orders: [], isCut: false };

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const { searchParams } = new URL(request.url);
  const query = searchedWords(searchParams);
  await goStraight(query);
  const { role } = staff;
  const only = searchedGroup(searchParams);
  const limit = only === null ? SHOWN.all : SHOWN.one;
  // Who may not see a name may not find one out either.
  const found = await findAll(query, { limit: limit + 1, findsPeople: can(role, "see-addresses") });
  const store = await findStore();
  const { orders, customers, products, returns } = found;
  const groups = { orders, customers, products, returns };
  return json({
    ...{ query, only, isCut: found.isCut, isNumbersOnly: !can(role, "see-addresses") },
    orders: orders.slice(0, limit).map((order) => listRow(order, { store, role, now: actor.now })),
    customers: customers.slice(0, limit).map((customer) => customerRow(customer, role, store)),
    products: products.slice(0, limit).map((product) => productRowOf(product, store)),
    returns: returns.slice(0, limit).map((one) => returnRow(one, store, actor.now)),
    more: SEARCH_GROUPS.filter((group) => only === null && groups[group].length > limit),
  });
}

async function goStraight(query: string): Promise<void> {
  const number = numberIn({ number: query });
  if (number !== 0 && (await orderIdOf(number))) throw seeOther(deskPaths.order(number));
  if (query === "") return;
  const sku = await findExactVariant(query);
  if (sku !== null) throw seeOther(deskPaths.stock({ view: "all", q: sku }));
  const returned = await findDeskReturn(query.toUpperCase());
  if (returned) throw seeOther(deskPaths.returned(returned.number));
}

async function findAll(
  query: string,
  { limit, findsPeople }: Readonly<{ limit: number; findsPeople: boolean }>,
) {
  if (query === "") return { ...NOTHING, customers: [], products: [], returns: [] };
  const products = await listDeskProducts({ view: "all", filters: { ...NO_PRODUCT_FILTERS, query } }, null);
  if (!findsPeople) return { ...NOTHING, customers: [], products: products.products, returns: [] };
  await indexOrders();
  const found = await searchDeskOrders(readDeskQuery(query), limit);
  return {
    ...found,
    customers: query.length < CUSTOMER_MIN ? [] : await findCustomers(query, limit),
    products: products.products,
    returns: await returnsOfOrders(found.orders.map(({ id }) => id)),
  };
}

export const meta = deskTitle("Search");

export default deskPage<typeof loader>(SearchPage);
