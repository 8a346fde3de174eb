import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { DeskField, DeskSelect, More } from "./desk-form.tsx";
import { EmptyList } from "./shop/empty-list.tsx";
import type { OrdersPageData } from "./orders-page.tsx";
import { TickBox } from "./desk-parts.tsx";

const SORTS = [
  { value: "promise", text: "Oldest promise first" },
  { value: "newest", text: "Newest first" },
  { value: "oldest", text: "Oldest first" },
] as const;

/** In `details`, closed while nothing is chosen. What is chosen stands below it, on phones too. */
export function FilterPanel(list: OrdersPageData) {
  const { view, query, methods, chosen, sort, seesNames } = list;
  const field = (name: string, label: string, inputMode: "text" | "decimal" = "text") => (
    <DeskField {...{ name, label, inputMode }} value={query[name]} maxLength={60} />
  );
  return (
    <section className="panel filters">
      <More title={`Filters${chosen.length > 0 ? ` (${chosen.length} chosen)` : ""}`}>
        <form className="fields g4" action={deskPaths.orders()}>
          <input type="hidden" name="view" value={view} />
          <DeskSelect
            name="method"
            label="Delivery"
            value={query["method"]}
            options={[{ key: "", name: "Any" }, ...methods].map(({ key, name }) => ({
              value: key,
              text: name,
            }))}
          />
          {field("product", "Product")}
          {seesNames ? field("customer", "Customer (name or email)") : null}
          <DeskField name="from" label="Placed from" type="date" value={query["from"]} />
          <DeskField name="to" label="Placed until" type="date" value={query["to"]} />
          {field("least", "Paid at least", "decimal")}
          {field("most", "Paid at most", "decimal")}
          <DeskSelect name="sort" label="Order of the list" value={sort} options={SORTS} />
          <TickBox name="gift" isChosen={query["gift"] === "on"}>
            Gifts only
          </TickBox>
          <TickBox name="two-person" isChosen={query["two-person"] === "on"}>
            Two-person delivery only
          </TickBox>
          <div className="acts">
            <button className="btn btn--line">Show</button>
          </div>
        </form>
      </More>
      {chosen.length > 0 ? (
        <p className="acts">
          {chosen.map(({ text, href }) => (
            <a key={text} className="btn btn--line chip" href={href}>
              <span className="vh">Without: </span>
              {text}
              <Icon name="close" />
            </a>
          ))}
          <a className="tap link sm" href={deskPaths.orders({ view })}>
            Clear all
          </a>
        </p>
      ) : null}
      {list.lookedThrough === null ? null : (
        <p className="sm muted">
          Only the newest {list.lookedThrough} orders are looked through. Choose days to look further back.
        </p>
      )}
    </section>
  );
}

const SHOWN_HERE: Readonly<Record<string, string>> = {
  "to-pack": "Paid orders show here until they are packed.",
  late: "Orders show here once the day on which they were to be sent is over.",
  packed: "Packed orders show here until they are sent.",
  "partly-sent": "Orders show here while a part of them is still to be sent.",
  "on-the-way": "Sent orders show here until they are marked as delivered.",
  "under-review": "Orders show here when a wrong amount was paid.",
  disputed: "Orders show here when a customer asks their bank for the money.",
};

export function NoOrders({ title, view, query, chosen, inView }: OrdersPageData) {
  if (chosen.length === 0)
    return (
      <EmptyList
        title={view === "to-pack" ? "Nothing to pack" : "Nothing here"}
        href={view === "to-pack" ? deskPaths.orders() : ""}
      >
        {SHOWN_HERE[view] ?? `No order is under “${title}”.`}
      </EmptyList>
    );
  const looked = inView === 1 ? "not the one order" : `none of the ${inView ?? "very many"} orders`;
  return (
    <section className="panel void">
      <h2 className="d-md">Nothing matches</h2>
      <p className="note">
        {chosen.map(({ text }) => text).join(", ")}: {inView === 0 ? "there is no order" : looked} under “
        {title}”.
      </p>
      <p className="acts">
        {view === "all" ? null : (
          <a className="tap link" href={deskPaths.orders({ ...query, view: "all" })}>
            Look in all orders
          </a>
        )}
        <a className="tap link" href={deskPaths.orders({ view })}>
          Clear all
        </a>
      </p>
    </section>
  );
}
