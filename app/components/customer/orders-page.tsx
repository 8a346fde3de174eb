import { Form, Link } from "@remix-run/react";

import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import {
  ORDER_SEARCH_MAX,
  type OrderListPage,
  type OrderListItem,
} from "#app/models/order/customer-order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { CustomerFrame } from "./customer-frame.tsx";
import styles from "./orders-page.module.css";
import { StatusBadge } from "./status-badge.tsx";
import { Thumbnails } from "./thumbnails.tsx";

export type ShownOrder = OrderListItem & Readonly<{ placedText: string }>;

export type OrdersPageProps = Readonly<{
  list: Omit<OrderListPage, "orders"> & Readonly<{ orders: ReadonlyArray<ShownOrder> }>;
  query: string;
}>;

export function OrdersPage({ list, query }: OrdersPageProps) {
  return (
    <CustomerFrame current="orders">
      <div className="row-head below-6">
        <h1 className="d-lg">Orders</h1>
        {list.total > 0 || query !== "" ? <OrderSearch query={query} /> : null}
      </div>
      {query !== "" ? (
        <p className="muted below-4" role="status">
          {foundText(list.total)} for “{query}”.{" "}
          <Link className="link" to={paths.orders()}>
            Show all orders
          </Link>
        </p>
      ) : null}
      {list.orders.length > 0 ? <OrderTable orders={list.orders} /> : null}
      {list.total === 0 && query === "" ? <NoOrders /> : null}
      <Pagination
        page={list.page}
        pageCount={list.pageCount}
        label="Order pages"
        href={(page) => paths.orders({ q: query, page: page === 1 ? null : page })}
      />
    </CustomerFrame>
  );
}

function OrderSearch({ query }: Readonly<{ query: string }>) {
  return (
    <Form className="inline-form" role="search" aria-label="Your orders" method="get" action={paths.orders()}>
      <label className="visually-hidden" htmlFor="order-search">
        Search your orders
      </label>
      <input
        className="input"
        id="order-search"
        name="q"
        type="search"
        placeholder="Product or order number"
        autoComplete="off"
        maxLength={ORDER_SEARCH_MAX}
        defaultValue={query}
        key={query}
      />
      <Button nativeType="submit" kind="line">
        Search
      </Button>
    </Form>
  );
}

function OrderTable({ orders }: Readonly<{ orders: ReadonlyArray<ShownOrder> }>) {
  const locale = useLocale();
  return (
    <table className={`table table--cards ${styles.table}`}>
      <caption className="visually-hidden">Your orders, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Placed</th>
          <th scope="col">Items</th>
          <th scope="col">Status</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              <Link className="link tnum" to={paths.order(order.id)}>
                {order.number}
              </Link>
            </th>
            <td className="muted">{order.placedText}</td>
            <td>
              <Thumbnails items={order.items} />
            </td>
            <td>
              <StatusBadge status={order.status} />
            </td>
            <td className="tnum strong">{formatMoney(order.total, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoOrders() {
  return (
    <div className="stack">
      <p className="lead">No orders yet. Orders you place while logged in will appear here.</p>
      <ButtonLink to={paths.categories()}>Browse the shop</ButtonLink>
    </div>
  );
}

function foundText(total: number): string {
  if (total === 0) return "No orders";
  return total === 1 ? "1 order" : `${total} orders`;
}
