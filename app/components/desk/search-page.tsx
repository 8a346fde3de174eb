import type { ReactNode } from "react";

import { deskPaths } from "#app/desk-paths.ts";

import { type DeskCustomerRow, CustomersTable } from "./customers-page.tsx";
import { DeskHead } from "./desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { Matched } from "./matched.tsx";
import { type OrderRow, OrdersTable, StatusTags } from "./orders-page.tsx";
import type { DeskProductRow } from "./products/products-page.tsx";
import { type ReturnRow, ReturnsTable } from "./returns-page.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

export const SEARCH_GROUPS = ["orders", "customers", "products", "returns"] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

export type SearchPageData = Readonly<{
  query: string;
  only: SearchGroup | null;
  orders: ReadonlyArray<OrderRow>;
  customers: ReadonlyArray<DeskCustomerRow>;
  products: ReadonlyArray<DeskProductRow>;
  returns: ReadonlyArray<ReturnRow>;
  more: ReadonlyArray<SearchGroup>;
  /** So many orders begin like this that only the newest were looked through. */
  isCut: boolean;
  /** Where the role finds orders by their whole number only. */
  isNumbersOnly: boolean;
}>;

const TITLES: Readonly<Record<SearchGroup, string>> = {
  orders: "Orders",
  customers: "Customers",
  products: "Products",
  returns: "Returns",
};

export function SearchPage(page: SearchPageData) {
  const { query, only, isCut, more } = page;
  const groups = SEARCH_GROUPS.filter((group) => page[group].length > 0 && (only === null || only === group));
  return (
    <>
      <DeskHead title={query === "" ? "Search" : `Results for “${query}”`} />
      {isCut ? (
        <p className="note">
          Very many orders begin like this: only the newest were looked through. Type more to find older ones.
        </p>
      ) : null}
      {groups.map((group) => (
        <section
          key={group}
          className={group === "orders" ? "panel panel--flush orders-list" : "panel panel--flush"}
          aria-labelledby={`found-${group}`}
        >
          <h2 className="h2" id={`found-${group}`}>
            {TITLES[group]}
          </h2>
          <FoundRows group={group} page={page} />
          {more.includes(group) ? (
            <p className="foot-r">
              <DeskLink href={deskPaths.search({ q: query, only: group })}>
                More {TITLES[group].toLowerCase()}
              </DeskLink>
            </p>
          ) : null}
        </section>
      ))}
      {only === null ? null : (
        <p className="below">
          <a className="tap link" href={deskPaths.search({ q: query })}>
            All that was found
          </a>
        </p>
      )}
      {groups.length === 0 ? <NothingFound {...page} /> : null}
    </>
  );
}

function FoundRows({ group, page }: Readonly<{ group: SearchGroup; page: SearchPageData }>): ReactNode {
  const { query, only } = page;
  switch (group) {
    case "orders":
      return (
        <OrdersTable
          caption="Orders found, newest first"
          orders={page.orders}
          isPickable={false}
          list={{ q: query, ...(only ? { only } : {}) }}
          query={query}
        />
      );
    case "customers":
      return <CustomersTable caption="Customers found" customers={page.customers} query={query} />;
    case "products":
      return <FoundProducts products={page.products} query={query} />;
    case "returns":
      return <ReturnsTable caption="Returns found" returns={page.returns} query={query} />;
  }
}

function FoundProducts({ products, query }: Pick<SearchPageData, "products" | "query">) {
  return (
    <DeskTable caption="Products found" columns={["Product", "Status", { title: "Price", isRight: true }]}>
      {products.map(({ id, name, detail, tags, price }) => (
        <DeskRow key={id}>
          <DeskCell isHead className="first">
            <a className="go" href={deskPaths.product(id)}>
              <Matched text={name} query={query} />
            </a>
            <SecondLine>
              <Matched text={detail} query={query} />
            </SecondLine>
          </DeskCell>
          <DeskCell>
            <StatusTags tags={tags} />
          </DeskCell>
          <DeskCell className="side r num b">{price}</DeskCell>
        </DeskRow>
      ))}
    </DeskTable>
  );
}

function NothingFound({ query, isNumbersOnly }: SearchPageData) {
  return (
    <section className="panel void">
      <p className="note">
        {query === ""
          ? "Type what you are looking for into the field above."
          : `Nothing was found for “${query}”.`}
      </p>
      <p className="sm muted">
        {isNumbersOnly
          ? "Your role finds products, and orders and returns by their whole number."
          : "Searched were orders by number, invoice, credit note, name, email address, phone number, postcode, tracking number, discount code and product; customers; products by name, article number and barcode; and returns."}
      </p>
    </section>
  );
}
