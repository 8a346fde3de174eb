import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { DeskNotice, HiddenFields } from "./desk-form.tsx";
import { DeskViews, type ViewLink } from "./list-parts.tsx";
import { NoOrders, FilterPanel } from "./order-filters.tsx";
import { Matched } from "./matched.tsx";
import { type BulkAnswer, BulkBar, BulkResult } from "./orders/bulk-bar.tsx";
import { DeskCell, DeskRow, DeskTable, NextPage } from "./desk-table.tsx";
import { PickBox, SecondLine, TickBox } from "./desk-parts.tsx";

export type Tag = Readonly<{ text: string; tone: "do" | "way" | "ok" | "bad" | "gift" | "" }>;

export type OrderRow = Readonly<{
  number: number;
  /** Empty where the role does not see it, as is the place. */
  name: string;
  place: string;
  what: string;
  /** What whoever packs it has to know. */
  tags: ReadonlyArray<Tag>;
  method: string;
  tag: Tag;
  placed: string;
  total: string;
  sendBy: string;
  isLate: boolean;
  canPick: boolean;
}>;

export type OrdersPageData = Readonly<{
  view: string;
  title: string;
  query: Readonly<Record<string, string>>;
  views: ReadonlyArray<ViewLink>;
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
  /** This page of the list, with nothing chosen. */
  here: string;
  hereChosen: string;
  /** True if all orders of the page are chosen. */
  isChosen: boolean;
  /** True where all of the list have the same status. */
  isOneStatus: boolean;
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
      <DeskHead title="Orders" />
      {answer ? <BulkResult answer={answer} /> : null}
      <DeskViews views={views} current={view} hrefOf={(key) => deskPaths.orders({ view: key })} />
      <BatchLinks {...list} />
      <FilterPanel {...list} />
      {orders.length === 0 ? <NoOrders {...list} /> : <OrderList {...list} />}
      {list.download === null ? null : (
        <p className="below">
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

export function StatusTags({ tags }: Readonly<{ tags: ReadonlyArray<Tag> }>) {
  return tags.map((tag) => <StatusTag key={tag.text} tag={tag} />);
}

export function StatusTag({ tag }: Readonly<{ tag: Tag }>) {
  return <span className={tag.tone ? `tag tag--${tag.tone}` : "tag"}>{tag.text}</span>;
}

function SendBy({ order: { sendBy, isLate } }: Readonly<{ order: OrderRow }>) {
  return <span className={isLate ? "late" : undefined}>{sendBy}</span>;
}

function wholeList(length: number | null): string {
  if (length === null) return "All orders";
  return length === 1 ? "The one order" : `All ${length} orders`;
}

function OrderList(list: OrdersPageData) {
  const { view, title, query, orders, next, mayPack, length, seen, seesNames, isChosen } = list;
  const isPickable = mayPack && orders.some(({ canPick }) => canPick);
  return (
    <form className="panel panel--flush bulkform orders-list" method="post" action={list.here}>
      <HiddenFields values={{ ...query, seen }} />
      {isPickable ? <ChooseLink {...list} /> : null}
      <OrdersTable
        caption={`Orders: ${title}`}
        {...{ orders, isPickable, isChosen, list: query }}
        isOneStatus={list.isOneStatus}
      />
      {isPickable ? <BulkBar view={view} /> : null}
      <div className="foot-r">
        {isPickable && (length === null || length > orders.length) ? (
          <TickBox name="all">{wholeList(length)} of this list, also on other pages</TickBox>
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

/** Works without scripts: the page loads again, with or without the ticks. */
function ChooseLink({ orders, isChosen, here, hereChosen }: OrdersPageData) {
  const count = orders.filter(({ canPick }) => canPick).length;
  return (
    <p className="panel-title">
      <a className="tap link sm" href={isChosen ? here : hereChosen}>
        {isChosen ? "Choose none" : `Choose all ${count} on this page`}
      </a>
    </p>
  );
}

type TableProps = Readonly<{
  caption: string;
  orders: ReadonlyArray<OrderRow>;
  isPickable: boolean;
  isChosen?: boolean;
  /** On a phone the status is left out where the view says it. */
  isOneStatus?: boolean;
  /** Kept on the way to the order, so that packing leads to the next one of the list. */
  list: Readonly<Record<string, string>>;
  query?: string;
}>;

export function OrdersTable({ caption, orders, isPickable, isChosen = false, ...rest }: TableProps) {
  const { list, query, isOneStatus = false } = rest;
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
                <PickBox name={`n${order.number}`} isChosen={isChosen}>
                  Choose order {order.number}
                </PickBox>
              ) : null}
            </DeskCell>
          ) : null}
          <OrderCells {...{ order, list, query, isOneStatus }} />
        </DeskRow>
      ))}
    </DeskTable>
  );
}

type CellsProps = Readonly<{
  order: OrderRow;
  list: TableProps["list"];
  query: string | undefined;
  isOneStatus: boolean;
}>;

function OrderCells({ order, list, query, isOneStatus }: CellsProps) {
  return (
    <>
      <DeskCell isHead className="first" href={deskPaths.order(order.number, list)}>
        <Matched text={String(order.number)} query={query} />
      </DeskCell>
      <DeskCell className="full">
        <Matched text={order.name || "Not shown to your role"} query={query} />
        <SecondLine>
          <Matched text={order.place} query={query} />
          <span className="phone-only">
            {order.place ? " · " : ""}
            {order.method}
          </span>
        </SecondLine>
      </DeskCell>
      <DeskCell className="full">
        <span className="acts what-tags">
          <span>
            {order.what}
            {order.sendBy ? (
              <span className="phone-only">
                {" · "}
                <SendBy order={order} />
              </span>
            ) : null}
          </span>
          <StatusTags tags={order.tags} />
        </span>
        <span className="wide xs muted">{order.method}</span>
      </DeskCell>
      <DeskCell className="hide">
        <SendBy order={order} />
      </DeskCell>
      <DeskCell className="hide muted sm">{order.placed}</DeskCell>
      <DeskCell className={isOneStatus ? "hide" : "left full"}>
        <StatusTag tag={order.tag} />
      </DeskCell>
      <DeskCell className="side r num b">{order.total}</DeskCell>
    </>
  );
}
