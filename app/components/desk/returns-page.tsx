import { deskPaths } from "#app/desk-paths.ts";
import type { ReturnStage } from "#app/models/order/returns/return.ts";

import { DeskHead } from "./desk-back.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "./desk-table.tsx";
import { DeskViews, type ViewLink } from "./list-parts.tsx";
import { Matched } from "./matched.tsx";
import { ReturnTag } from "./orders/return-tag.tsx";
import { EmptyList } from "./shop/empty-list.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

export type ReturnRow = Readonly<{
  number: string;
  orderNumber: number;
  stage: ReturnStage;
  isWithdrawal: boolean;
  requested: string;
  due: Readonly<{ text: string; isLate: boolean }> | null;
  /** When two people fetch it: "Collected on Friday 4 December". */
  collected: string | null;
  what: string;
  why: string;
  /** The customer, where the role sees names. */
  from?: string;
}>;

type Props = Readonly<{
  view: string;
  title: string;
  views: ReadonlyArray<ViewLink>;
  returns: ReadonlyArray<ReturnRow>;
  next: string | null;
  mayOpen: boolean;
}>;

export function ReturnsPage({ view, title, views, returns, next, mayOpen }: Props) {
  return (
    <>
      <DeskHead title="Returns">
        {mayOpen ? <DeskLink href={deskPaths.newReturn()}>Open a return for an order</DeskLink> : null}
      </DeskHead>
      <DeskViews views={views} current={view} hrefOf={(key) => deskPaths.returns({ view: key })} />
      {returns.length === 0 ? (
        <EmptyList href={deskPaths.returns()}>{EMPTY_TEXTS[view] ?? EMPTY_TEXTS["open"]}</EmptyList>
      ) : (
        <section className="panel panel--flush">
          <ReturnsTable caption={`Returns: ${title}`} returns={returns} />
          <ListFoot next={next} />
        </section>
      )}
    </>
  );
}

const EMPTY_TEXTS: Readonly<Record<string, string>> = {
  open: "A return shows up here when a customer asks for one.",
  arrived: "A return shows up here once you have noted that its parcel has come.",
  requested: "A return shows up here when a customer asks for one, until its parcel comes.",
  overdue: "A return shows up here when its parcel should have come by now.",
  accepted: "A return shows up here once it is accepted.",
};

export function ReturnsTable({
  caption,
  returns,
  query,
}: Readonly<{ caption: string; returns: ReadonlyArray<ReturnRow>; query?: string }>) {
  return (
    <DeskTable caption={caption} columns={["Return", "Order", "What", "Asked for", "Status"]}>
      {returns.map((one) => (
        <DeskRow key={one.number}>
          <DeskCell isHead className="first" href={deskPaths.returned(one.number)}>
            <Matched text={one.number} query={query} />
          </DeskCell>
          <DeskCell label={one.from ? undefined : "Order"}>
            {one.from ? (
              <>
                {one.from}
                <br />
              </>
            ) : null}
            <a className={one.from ? "sm" : undefined} href={deskPaths.order(one.orderNumber)}>
              {one.from ? `Order ${one.orderNumber}` : one.orderNumber}
            </a>
          </DeskCell>
          <DeskCell className="full">
            {one.what}
            <SecondLine look="sm muted">{one.why}</SecondLine>
          </DeskCell>
          <DeskCell>
            <span className="sm muted">{one.requested}</span>
            {one.collected ? <SecondLine look="sm">{one.collected}</SecondLine> : null}
            {one.due ? (
              <SecondLine look={one.due.isLate ? "sm late" : "sm"}>{one.due.text}</SecondLine>
            ) : null}
          </DeskCell>
          <DeskCell className="side">
            <ReturnTag stage={one.stage} isWithdrawal={one.isWithdrawal} />
          </DeskCell>
        </DeskRow>
      ))}
    </DeskTable>
  );
}
