import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { DeskNotice } from "./desk-form.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "./desk-table.tsx";
import { DeskFind, NothingFound } from "./list-parts.tsx";
import { Matched } from "./matched.tsx";
import { EmptyList } from "./shop/empty-list.tsx";
import { SecondLine } from "./desk-parts.tsx";

export type DeskCustomerRow = Readonly<{
  /** Null for a guest. */
  id: string | null;
  /** Empty where the role does not see it, as is the address. */
  name: string;
  email: string;
  /** On an order by which they were found, if it is another name. */
  nameOnOrder: string;
  since: string | null;
  orders: number;
  lastOrder: string | null;
}>;

type Props = Readonly<{
  query: string;
  maySearch: boolean;
  isShort: boolean;
  isRemoved: boolean;
  customers: ReadonlyArray<DeskCustomerRow>;
  next: string | null;
}>;

export function CustomersPage({ query, maySearch, isShort, isRemoved, customers, next }: Props) {
  return (
    <>
      {isRemoved ? (
        <DeskNotice>
          The account is deleted. Orders stay without a name for as long as the law asks.
        </DeskNotice>
      ) : null}
      <DeskHead title="Customers" />
      <section className="panel panel--flush">
        {maySearch ? (
          <div className="filter fields">
            <DeskFind
              action={deskPaths.customers()}
              label="Name, email address or order number"
              query={query}
              maxLength={80}
            />
          </div>
        ) : null}
        {customers.length === 0 ? (
          <NoCustomers query={query} isShort={isShort} />
        ) : (
          <CustomersTable
            caption={
              query === "" ? "Customers with an account, by email address" : `Customers for “${query}”`
            }
            customers={customers}
            query={query}
          />
        )}
        <ListFoot next={next} />
      </section>
    </>
  );
}

export function CustomersTable({
  caption,
  customers,
  query,
}: Readonly<{ caption: string; customers: Props["customers"]; query: string }>) {
  return (
    <DeskTable caption={caption} columns={["Who", "Account since", "Orders", "Last order"]}>
      {customers.map((customer) => (
        <Customer key={customer.id ?? customer.email} customer={customer} query={query} />
      ))}
    </DeskTable>
  );
}

function NoCustomers({ query, isShort }: Pick<Props, "query" | "isShort">) {
  if (query === "")
    return (
      <EmptyList title="Nobody here" href={deskPaths.customers()} isInside>
        Customers show here once they create an account.
      </EmptyList>
    );
  return (
    <NothingFound title="Nobody found" isInside>
      {isShort
        ? "Type at least three characters."
        : `Nobody was found for “${query}”. Searched were names, email addresses and order numbers, of guests too.`}
    </NothingFound>
  );
}

function Customer({ customer, query }: Readonly<{ customer: DeskCustomerRow; query: string }>) {
  const { id, name, email, nameOnOrder, since, orders, lastOrder } = customer;
  const href = id === null ? deskPaths.search({ q: email }) : deskPaths.customer(id);
  return (
    <DeskRow>
      <DeskCell isHead className="first">
        <a className="go" href={href}>
          <Matched text={name || email || "Not shown to your role"} query={query} />
        </a>
        {name && email ? (
          <SecondLine look="xs muted breaks">
            <Matched text={email} query={query} />
          </SecondLine>
        ) : null}
        {nameOnOrder ? (
          <SecondLine>
            Name on an order: <Matched text={nameOnOrder} query={query} />
          </SecondLine>
        ) : null}
      </DeskCell>
      <DeskCell className="full sm" label={since === null ? undefined : "Account since"}>
        {since ?? "Guest, no account"}
      </DeskCell>
      <DeskCell className="side num" label="Orders">
        {orders}
      </DeskCell>
      <DeskCell className="full sm" label="Last order">
        {lastOrder ?? "None"}
      </DeskCell>
    </DeskRow>
  );
}
