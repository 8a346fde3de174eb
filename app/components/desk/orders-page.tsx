import { deskPaths } from "#app/desk-paths.ts";

import { DeskNotice } from "./desk-form.tsx";
import { DeskIcon } from "./desk-icon.tsx";
import { DeskCell, DeskRow, DeskTable, NextPage } from "./desk-table.tsx";

export type Tag = Readonly<{ text: string; tone: "do" | "way" | "ok" | "bad" | "gift" | "" }>;

export type OrderRow = Readonly<{
  number: number;
  /** Empty where the role does not see it, as is the place. */
  name: string;
  place: string;
  what: string;
  isGift: boolean;
  method: string;
  tag: Tag;
  placed: string;
  total: string;
  sendBy: string;
  isLate: boolean;
  canPick: boolean;
}>;

export type BulkAnswer = Readonly<{
  /** How many were done. */
  done: number;
  rows: ReadonlyArray<Readonly<{ number: number; isDone: boolean; words: string }>>;
}>;

type Props = Readonly<{
  view: string;
  title: string;
  query: Readonly<Record<string, string>>;
  views: ReadonlyArray<Readonly<{ key: string; title: string; count: number | null }>>;
  methods: ReadonlyArray<Readonly<{ key: string; name: string }>>;
  orders: ReadonlyArray<OrderRow>;
  /** The next page, or null. */
  next: string | null;
  canPack: boolean;
  /** Where this view is downloaded; null where the role may not. */
  download: string | null;
  answer: BulkAnswer | null;
}>;

export function DeskOrdersPage({ answer, ...list }: Props) {
  const { view, title, views, orders } = list;
  return (
    <>
      <div className="head">
        <h1 className="h1">Orders</h1>
      </div>
      {answer ? <BulkResult answer={answer} /> : null}
      <nav className="views" aria-label="Views">
        {views.map(({ key, title: name, count }) => (
          <a
            key={key}
            href={deskPaths.orders({ view: key })}
            aria-current={key === view ? "page" : undefined}
          >
            {name} {count === null ? null : <span className="n">{count}</span>}
          </a>
        ))}
      </nav>
      <Filters {...list} />
      {orders.length === 0 ? <NoOrders title={title} /> : <OrderList {...list} />}
      {list.download === null ? null : (
        <p className="after">
          <a className="tap link sm" href={list.download}>
            Download this list
          </a>
        </p>
      )}
    </>
  );
}

export function StatusTag({ tag }: Readonly<{ tag: Tag }>) {
  return <span className={tag.tone ? `tag tag--${tag.tone}` : "tag"}>{tag.text}</span>;
}

/** Never all or nothing without saying so. */
function BulkResult({ answer: { done, rows } }: Readonly<{ answer: BulkAnswer }>) {
  const others = rows.filter(({ isDone }) => !isDone);
  if (rows.length === 0) return <DeskNotice tone="warn">Choose the orders first.</DeskNotice>;
  return (
    <DeskNotice tone={others.length === 0 ? "done" : "info"}>
      {done} of {rows.length} {rows.length === 1 ? "order is" : "orders are"} now packed.
      {others.map(({ number, words }) => (
        <span key={number}>
          {" "}
          <a href={deskPaths.order(number)}>{number}</a>: {words}.
        </span>
      ))}
    </DeskNotice>
  );
}

function Filters({ view, query, methods }: Pick<Props, "view" | "query" | "methods">) {
  const chosen = Object.keys(query).length - 1;
  return (
    <section className="panel filters">
      <details className="more" open={chosen > 0}>
        <summary>
          <span>Filters{chosen > 0 ? ` (${chosen} chosen)` : ""}</span>
          <DeskIcon name="down" />
        </summary>
        <form className="g4" action={deskPaths.orders()}>
          <input type="hidden" name="view" value={view} />
          <div className="field">
            <label className="label" htmlFor="method">
              Delivery
            </label>
            <select className="select" id="method" name="method" defaultValue={query["method"] ?? ""}>
              <option value="">Any</option>
              {methods.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <FilterField name="product" label="Product" value={query["product"]} />
          <FilterField name="from" label="Placed from" type="date" value={query["from"]} />
          <FilterField name="to" label="Placed until" type="date" value={query["to"]} />
          <label className="check">
            <input type="checkbox" name="gift" defaultChecked={query["gift"] === "on"} />
            <span>Gifts only</span>
          </label>
          <div className="acts">
            <button className="btn btn--line">Show</button>
            {chosen > 0 ? (
              <a className="tap link sm" href={deskPaths.orders({ view })}>
                Clear all
              </a>
            ) : null}
          </div>
        </form>
      </details>
    </section>
  );
}

type FilterFieldProps = Readonly<{ name: string; label: string; type?: "text" | "date"; value?: string }>;

function FilterField({ name, label, type = "text", value = "" }: FilterFieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <input className="input" id={name} name={name} type={type} defaultValue={value} maxLength={60} />
    </div>
  );
}

function NoOrders({ title }: Readonly<{ title: string }>) {
  return (
    <section className="panel void">
      <h2 className="h2">Nothing here</h2>
      <p className="note">No order is under “{title}” with these filters.</p>
    </section>
  );
}

function OrderList({ title, query, orders, next, canPack }: Omit<Props, "answer">) {
  const isPickable = canPack && orders.some(({ canPick }) => canPick);
  return (
    <form className="panel panel--flush bulkform" method="post">
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <OrdersTable
        caption={`Orders: ${title}`}
        orders={orders}
        isPickable={isPickable}
        view={query["view"] ?? ""}
      />
      {isPickable ? (
        <div className="bulk">
          <span className="cnt" aria-live="polite" />
          <button className="btn" formMethod="get" formAction={deskPaths.slips()}>
            <DeskIcon name="print" />
            Print slips
          </button>
          <button className="btn btn--line" name="intent" value="pack">
            Mark as packed
          </button>
        </div>
      ) : null}
      <div className="foot-r">
        {isPickable ? (
          <label className="check">
            <input type="checkbox" name="all" />
            <span>All orders of this list, also on other pages</span>
          </label>
        ) : null}
        <NextPage next={next} />
      </div>
    </form>
  );
}

type TableProps = Readonly<{
  caption: string;
  orders: ReadonlyArray<OrderRow>;
  isPickable: boolean;
  /** Kept on the way to the order, so that packing leads to the next one. */
  view: string;
}>;

export function OrdersTable({ caption, orders, isPickable, view }: TableProps) {
  const columns = [
    ...(isPickable ? [{ title: "Choose", isHidden: true }] : []),
    ...["Order", "For", "What", "Send by", "Placed", "Status"],
    { title: "Paid", isRight: true },
  ];
  return (
    <DeskTable caption={caption} columns={columns}>
      {orders.map((order) => (
        <DeskRow key={order.number} className={isPickable ? "sel" : undefined}>
          {isPickable ? (
            <DeskCell className="pickc">
              {order.canPick ? (
                <label className="pick">
                  <input type="checkbox" name={`n${order.number}`} value="on" />
                  <span className="vh">Choose order {order.number}</span>
                </label>
              ) : null}
            </DeskCell>
          ) : null}
          <OrderCells order={order} view={view} />
        </DeskRow>
      ))}
    </DeskTable>
  );
}

function OrderCells({ order, view }: Readonly<{ order: OrderRow; view: string }>) {
  return (
    <>
      <DeskCell className="first">
        <a className="go" href={deskPaths.order(order.number, { view })}>
          {order.number}
        </a>
      </DeskCell>
      <DeskCell className="full">
        {order.name || "Not shown to your role"}
        <br />
        <span className="xs muted">{order.place}</span>
      </DeskCell>
      <DeskCell className="left">
        {order.what} {order.isGift ? <span className="tag tag--gift">Gift</span> : null}
        <br />
        <span className="xs muted">{order.method}</span>
      </DeskCell>
      <DeskCell className="side3">
        <span className={order.isLate ? "late" : undefined}>{order.sendBy}</span>
      </DeskCell>
      <DeskCell className="hide">
        <span className="muted sm">{order.placed}</span>
      </DeskCell>
      <DeskCell className="left">
        <StatusTag tag={order.tag} />
      </DeskCell>
      <DeskCell className="side r">
        <span className="num b">{order.total}</span>
      </DeskCell>
    </>
  );
}
