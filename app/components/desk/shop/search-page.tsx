import type { ReactNode } from "react";

import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { type OrderRow, OrdersTable, StatusTag } from "#app/components/desk/orders-page.tsx";
import { type DeskProductRow, ProductThumbnail } from "#app/components/desk/products/products-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { FoundText } from "./found-text.tsx";

/** The first of what was found, and the address of all of it; null where that is all. */
export type FoundGroup<Row> = Readonly<{ rows: ReadonlyArray<Row>; all: string | null }>;

export type FoundCustomerRow = Readonly<{ id: string; name: string; email: string; orders: number }>;

type Props = Readonly<{
  query: string;
  orders: FoundGroup<OrderRow>;
  customers: FoundGroup<FoundCustomerRow>;
  products: FoundGroup<DeskProductRow>;
  /** The role sees no addresses: orders are found by their whole number only, and customers not at all. */
  isNumbersOnly: boolean;
}>;

/** What is found is no list that one comes from. */
const NO_LIST = {};

export function SearchPage(page: Props) {
  const { query, orders, customers, products } = page;
  const isEmpty = [orders, customers, products].every(({ rows }) => rows.length === 0);
  return (
    <>
      <div className="head">
        <h1 className="h1">{query === "" ? "Search" : `Found for “${query}”`}</h1>
      </div>
      {isEmpty ? <NothingFound {...page} /> : null}
      <GroupPanel title="Orders" group={orders}>
        <OrdersTable
          caption="Orders found, newest first"
          orders={orders.rows}
          isPickable={false}
          list={NO_LIST}
          sought={query}
        />
      </GroupPanel>
      <GroupPanel title="Customers" group={customers}>
        <DeskTable caption="Customers found, the latest orders first" columns={["Who", "Orders"]}>
          {customers.rows.map((customer) => (
            <Customer key={customer.id} customer={customer} sought={query} />
          ))}
        </DeskTable>
      </GroupPanel>
      <GroupPanel title="Products" group={products}>
        <DeskTable caption="Products found, by name" columns={["Product", "Price", "State", "Free"]}>
          {products.rows.map((product) => (
            <Product key={product.id} product={product} sought={query} />
          ))}
        </DeskTable>
      </GroupPanel>
    </>
  );
}

function NothingFound({ query, isNumbersOnly }: Props) {
  return (
    <section className="panel void">
      <p className="note">
        {query === ""
          ? "Type what you are looking for into the field above."
          : `Nothing was found for “${query}”.`}
      </p>
      <p className="sm muted">
        {isNumbersOnly
          ? "Searched were names, article numbers and barcodes of products. Your role finds orders by their whole number."
          : "Searched were numbers, names, email addresses, phone numbers, postcodes, tracking numbers, discount codes and products of all orders, accounts of customers, and names, article numbers and barcodes of products."}
      </p>
    </section>
  );
}

type GroupProps = Readonly<{ title: string; group: FoundGroup<unknown>; children: ReactNode }>;

function GroupPanel({ title, group: { rows, all }, children }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className="panel panel--flush" aria-label={title}>
      <div className="phead found-head">
        <h2 className="h2">{title}</h2>
        {all === null ? null : (
          <a className="tap link sm" href={all}>
            More {title.toLowerCase()}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

function Customer({ customer, sought }: Readonly<{ customer: FoundCustomerRow; sought: string }>) {
  const { id, name, email, orders } = customer;
  return (
    <DeskRow>
      <DeskCell className="full">
        <a className="go" href={deskPaths.customer(id)}>
          <FoundText text={name || email} sought={sought} />
        </a>
        <br />
        <span className="xs muted wrap">
          <FoundText text={email} sought={sought} />
        </span>
      </DeskCell>
      <DeskCell className="side" label="Orders">
        <span className="num">{orders}</span>
      </DeskCell>
    </DeskRow>
  );
}

function Product({ product, sought }: Readonly<{ product: DeskProductRow; sought: string }>) {
  const { id, name, detail, image, price, tags, free } = product;
  return (
    <DeskRow>
      <DeskCell className="first">
        <span className="lead-c">
          <ProductThumbnail file={image} />
          <span>
            <a className="go" href={deskPaths.product(id)}>
              <FoundText text={name} sought={sought} />
            </a>
            <br />
            <span className="xs muted mono">
              <FoundText text={detail} sought={sought} />
            </span>
          </span>
        </span>
      </DeskCell>
      <DeskCell className="side r">
        <span className="num b">{price}</span>
      </DeskCell>
      <DeskCell className="left">
        <span className="acts">
          {tags.map((tag) => (
            <StatusTag key={tag.text} tag={tag} />
          ))}
        </span>
      </DeskCell>
      <DeskCell className="side3" label="Free">
        <span className="num">{free}</span>
      </DeskCell>
    </DeskRow>
  );
}
