import { deskPaths } from "#app/desk-paths.ts";

import { DeskNotice } from "./desk-form.tsx";
import { DeskIcon } from "./desk-icon.tsx";
import { NoOrders, FilterPanel } from "./order-filters.tsx";
import { Matched } from "./matched.tsx";
import { DeskCell, DeskRow, DeskTable, NextPage } from "./desk-table.tsx";

export type Tag = Readonly<{ text: string; tone: "do" | "way" | "ok" | "bad" | "gift" | "" }>;

export type OrderRow = Readonly<{
  number: number;
  /** Empty where the role does not see it, as is the place. */
  name: string;
  place: string;
  what: string;
  isGift: boolean;
  isTwoPerson: boolean;
  method: string;
  tag: Tag;
  placed: string;
  total: string;
  sendBy: string;
  isLate: boolean;
  canPick: boolean;
}>;

export type BulkAnswer = Readonly<{
  step: "pack" | "unpack";
  /** Orders that were chosen: one form takes fewer. */
  length: number;
  done: number;
  rows: ReadonlyArray<Readonly<{ number: number; isDone: boolean; words: string }>>;
}>;

export type OrdersPageData = Readonly<{
  view: string;
  title: string;
  query: Readonly<Record<string, string>>;
  views: ReadonlyArray<Readonly<{ key: string; title: string; count: number | null }>>;
  methods: ReadonlyArray<Readonly<{ key: string; name: string }>>;
  chosen: ReadonlyArray<Readonly<{ text: string; href: string }>>;
  sort: string;
  orders: ReadonlyArray<OrderRow>;
  /** Orders on all pages of the list; null for more than are counted. */
  length: number | null;
  /** Orders of the view without filters; null for more than are counted. */
  inView: number | null;
  /** How many of the newest orders were looked through, in words; null for all of them. */
  lookedThrough: string | null;
  /** When the page was made. ISO 8601, UTC. */
  seen: string;
  next: string | null;
  batches: ReadonlyArray<Readonly<{ id: number; text: string; href: string; isRunning: boolean }>>;
  mayPack: boolean;
  seesNames: boolean;
  download: string | null;
}>;

type Props = OrdersPageData & Readonly<{ answer: BulkAnswer | null }>;

export function DeskOrdersPage({ answer, ...list }: Props) {
  const { view, views, orders } = list;
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
      <BatchLinks {...list} />
      <FilterPanel {...list} />
      {orders.length === 0 ? <NoOrders {...list} /> : <OrderList {...list} />}
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

function BatchLinks({ batches }: Pick<OrdersPageData, "batches">) {
  return batches.map(({ id, text, href, isRunning }) =>
    isRunning ? (
      <DeskNotice key={id} tone="info">
        <a href={href}>{text}</a>
      </DeskNotice>
    ) : (
      <p key={id} className="sm">
        <a className="tap link" href={href}>
          {text}
        </a>
      </p>
    ),
  );
}

export function StatusTag({ tag }: Readonly<{ tag: Tag }>) {
  return <span className={tag.tone ? `tag tag--${tag.tone}` : "tag"}>{tag.text}</span>;
}

/** Never all or nothing without saying so. */
function BulkResult({ answer: { step, done, rows, length } }: Readonly<{ answer: BulkAnswer }>) {
  const isCut = length > rows.length;
  const others = rows.filter(({ isDone }) => !isDone);
  if (rows.length === 0) return <DeskNotice tone="warn">Choose the orders first.</DeskNotice>;
  return (
    <DeskNotice
      tone={others.length === 0 && !isCut ? "done" : "info"}
      end={step === "pack" && done > 0 ? <UnpackThem rows={rows} done={done} /> : null}
    >
      {done} of {rows.length} {rows.length === 1 ? "order is" : "orders are"} now{" "}
      {step === "pack" ? "packed" : "unpacked"}.
      {isCut
        ? ` One form takes ${rows.length} of the ${length} orders: choose all of the list again for the rest.`
        : ""}
      {others.map(({ number, words }) => (
        <span key={number}>
          {" "}
          <a href={deskPaths.order(number)}>{number}</a>: {words}.
        </span>
      ))}
    </DeskNotice>
  );
}

/** A form has a limit to its fields. */
const UNPACK_MAX = 150;

function UnpackThem({ rows, done }: Pick<BulkAnswer, "rows" | "done">) {
  if (done > UNPACK_MAX) return null;
  return (
    <form method="post" action={deskPaths.orders({ view: "to-pack" })}>
      {rows
        .filter(({ isDone }) => isDone)
        .map(({ number }) => (
          <input key={number} type="hidden" name={`n${number}`} value="on" />
        ))}
      <button className="btn btn--line" name="intent" value="unpack">
        {done === 1 ? "Unpack it" : "Unpack them"}
      </button>
    </form>
  );
}

function wholeList(length: number | null): string {
  if (length === null) return "All orders";
  return length === 1 ? "The one order" : `All ${length} orders`;
}

function OrderList({ title, query, orders, next, mayPack, length, seen, seesNames }: OrdersPageData) {
  const isPickable = mayPack && orders.some(({ canPick }) => canPick);
  return (
    <form className="panel panel--flush bulkform" method="post">
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="seen" value={seen} />
      <OrdersTable caption={`Orders: ${title}`} orders={orders} isPickable={isPickable} list={query} />
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
          <button className="btn btn--line" formMethod="get" formAction={deskPaths.sendMany()}>
            <DeskIcon name="truck" />
            Send…
          </button>
        </div>
      ) : null}
      <div className="foot-r">
        {isPickable ? (
          <label className="check">
            <input type="checkbox" name="all" />
            <span>{wholeList(length)} of this list, also on other pages</span>
          </label>
        ) : null}
        {isPickable && seesNames ? (
          <button className="btn btn--line" formMethod="get" formAction={deskPaths.invoices()}>
            Print invoices
          </button>
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
  /** Kept on the way to the order, so that packing leads to the next one of the list. */
  list: Readonly<Record<string, string>>;
  query?: string;
}>;

export function OrdersTable({ caption, orders, isPickable, list, query }: TableProps) {
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
          <OrderCells order={order} list={list} query={query} />
        </DeskRow>
      ))}
    </DeskTable>
  );
}

function OrderCells({
  order,
  list,
  query,
}: Readonly<{ order: OrderRow; list: TableProps["list"]; query: string | undefined }>) {
  return (
    <>
      <DeskCell className="first">
        <a className="go" href={deskPaths.order(order.number, list)}>
          <Matched text={String(order.number)} query={query} />
        </a>
      </DeskCell>
      <DeskCell className="full">
        <Matched text={order.name || "Not shown to your role"} query={query} />
        <br />
        <span className="xs muted">
          <Matched text={order.place} query={query} />
        </span>
      </DeskCell>
      <DeskCell className="left">
        {order.what} {order.isGift ? <span className="tag tag--gift">Gift</span> : null}{" "}
        {order.isTwoPerson ? <span className="tag tag--way">Two-person</span> : null}
        <span className="wide">
          <br />
          <span className="xs muted">{order.method}</span>
        </span>
      </DeskCell>
      <DeskCell className="side3">
        <span className={order.isLate ? "late" : undefined}>{order.sendBy}</span>
      </DeskCell>
      <DeskCell className="hide">
        <span className="muted sm">{order.placed}</span>
      </DeskCell>
      <DeskCell className="left full">
        <StatusTag tag={order.tag} /> <span className="narrow xs muted">{order.method}</span>
      </DeskCell>
      <DeskCell className="side r">
        <span className="num b">{order.total}</span>
      </DeskCell>
    </>
  );
}
