import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { OrdersPage } from "#app/components/customer/orders-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { ORDER_SEARCH_MAX } from "#app/models/order/customer-order.ts";
import { listOrders } from "#app/models/order/list.server.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").trim().slice(0, ORDER_SEARCH_MAX);
  const [list, store] = await Promise.all([
    listOrders(customer.id, { query, page: pageOf(searchParams) }),
    findStore(),
  ]);
  const orders = list.orders.map((order) => ({ ...order, placedText: dateText(order.placedAt, store) }));
  return json({ list: { ...list, orders }, query, meta: await privateMeta("Orders", paths.orders()) });
}

function pageOf(searchParams: URLSearchParams): number {
  const page = searchParams.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

export default function Orders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} />;
}
