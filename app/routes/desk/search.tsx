/** /desk/search: orders, customers and products in one list. A number, a barcode or an article number leads straight on. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import type { OrderRow } from "#app/components/desk/orders-page.tsx";
import type { DeskProductRow } from "#app/components/desk/products/products-page.tsx";
import {
  type FoundCustomerRow,
  type FoundGroup,
  SearchPage,
} from "#app/components/desk/shop/search-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findCustomers } from "#app/models/customer/search.server.ts";
import { takeInOrders } from "#app/models/desk/order-index.server.ts";
import { searchDeskOrders } from "#app/models/desk/order-list.server.ts";
import { orderIdOf } from "#app/models/desk/order-steps.server.ts";
import { listDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { listDeskReturns } from "#app/models/desk/returns.server.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";
import { findScannedSku } from "#app/models/desk/stock-list.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { numberIn } from "./order.server.ts";
import { type DeskReader, listRow } from "./order-view.server.ts";
import { productRowOf } from "./products/product-rows.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

const QUERY_MAX = 80;
/** Shorter ones are in nearly every name of a customer or product. */
const QUERY_MIN = 3;
/** Rows of each group. */
const GROUP_MAX = 8;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const target = await namedPage(query);
  if (target !== null) throw seeOther(target);
  const reader = { store: await findStore(), role: staff.role, now: actor.now };
  // Who may not see a name may not find one out either.
  const isNumbersOnly = !can(staff.role, "see-addresses");
  const isAll = searchParams.get("all") === "on";
  const [orders, customers, products] = await Promise.all([
    isNumbersOnly ? nothing<OrderRow>() : foundOrders(query, isAll, reader),
    isNumbersOnly || isAll ? nothing<FoundCustomerRow>() : foundCustomers(query),
    isAll ? nothing<DeskProductRow>() : foundProducts(query, reader),
  ]);
  return json({ query, isNumbersOnly, orders, customers, products });
}

function nothing<Row>(): FoundGroup<Row> {
  return { rows: [], all: null };
}

/** The page of the one order, return or variant that `query` names, or null. */
async function namedPage(query: string): Promise<string | null> {
  const number = numberIn({ number: query });
  if (number !== 0 && (await orderIdOf(number))) return deskPaths.order(number);
  const returned = query.toUpperCase();
  if (/^R\d{1,12}-\d{1,4}$/.test(returned) && (await listDeskReturns(returned)).length > 0)
    return deskPaths.returned(returned);
  const sku = query === "" ? null : await findScannedSku(query);
  return sku === null ? null : deskPaths.stock({ view: "all", q: sku });
}

async function foundOrders(query: string, isAll: boolean, reader: DeskReader): Promise<FoundGroup<OrderRow>> {
  await takeInOrders();
  const found = await searchDeskOrders(readDeskQuery(query));
  const shown = isAll ? found : found.slice(0, GROUP_MAX);
  return {
    rows: shown.map((order) => listRow(order, reader)),
    all: shown.length < found.length ? deskPaths.search({ q: query, all: "on" }) : null,
  };
}

/** Those with an account: guests have nothing but their orders. */
async function foundCustomers(query: string): Promise<FoundGroup<FoundCustomerRow>> {
  if (query.length < QUERY_MIN) return nothing();
  const found = await findCustomers(query, GROUP_MAX + 1);
  const rows = found.flatMap(({ id, name, email, orders }) =>
    id === null ? [] : [{ id, name, email, orders }],
  );
  return {
    rows: rows.slice(0, GROUP_MAX),
    all: rows.length > GROUP_MAX ? deskPaths.customers({ q: query }) : null,
  };
}

async function foundProducts(query: string, { store }: DeskReader): Promise<FoundGroup<DeskProductRow>> {
  if (query.length < QUERY_MIN) return nothing();
  const { products } = await listDeskProducts({ view: "all", query, after: null });
  return {
    rows: products.slice(0, GROUP_MAX).map((product) => productRowOf(product, store)),
    all: products.length > GROUP_MAX ? deskPaths.products({ q: query }) : null,
  };
}

export const meta: MetaFunction = () => deskMeta("Search");

export default function DeskSearch() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
