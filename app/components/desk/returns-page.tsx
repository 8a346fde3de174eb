import { deskPaths } from "#app/desk-paths.ts";

import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { Matched } from "./matched.tsx";

export type ReturnRow = Readonly<{
  number: string;
  orderNumber: number;
  status: "requested" | "received";
  isWithdrawal: boolean;
  requested: string;
  what: string;
}>;

export function ReturnsPage({ returns }: Readonly<{ returns: ReadonlyArray<ReturnRow> }>) {
  return (
    <>
      <div className="head">
        <h1 className="h1">Returns</h1>
      </div>
      {returns.length === 0 ? (
        <section className="panel void">
          <h2 className="h2">Nothing here</h2>
          <p className="note">A return shows up here when a customer asks for one.</p>
        </section>
      ) : (
        <section className="panel panel--flush">
          <ReturnsTable caption="Returns, those that wait first" returns={returns} />
        </section>
      )}
    </>
  );
}

export function ReturnsTable({
  caption,
  returns,
  query,
}: Readonly<{ caption: string; returns: ReadonlyArray<ReturnRow>; query?: string }>) {
  return (
    <DeskTable caption={caption} columns={["Return", "Order", "What", "Asked for", "Status"]}>
      {returns.map((one) => (
        <DeskRow key={one.number}>
          <DeskCell className="first">
            <a className="go" href={deskPaths.returned(one.number)}>
              <Matched text={one.number} query={query} />
            </a>
          </DeskCell>
          <DeskCell className="left" label="Order">
            <a href={deskPaths.order(one.orderNumber)}>{one.orderNumber}</a>
          </DeskCell>
          <DeskCell className="full">{one.what}</DeskCell>
          <DeskCell className="left">
            <span className="sm muted">{one.requested}</span>
          </DeskCell>
          <DeskCell className="side">
            <span className={one.status === "requested" ? "tag tag--do" : "tag tag--ok"}>
              {one.status === "requested" ? (one.isWithdrawal ? "Withdrawn" : "Asked for") : "Accepted"}
            </span>
          </DeskCell>
        </DeskRow>
      ))}
    </DeskTable>
  );
}
