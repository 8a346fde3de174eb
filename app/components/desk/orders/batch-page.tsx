import { type DeskAnswer, DeskErrors, DeskNotice, StepButton } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { StatusTag, type Tag } from "#app/components/desk/orders-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";

export type BatchPageData = Readonly<{
  id: number;
  heading: string;
  detail: string;
  looked: number;
  all: number;
  /** "320 of 1,240 orders looked at" */
  progress: string;
  /** "312 of 1,240 orders are now packed.", "10 orders are now packed." */
  result: string;
  rest: ReadonlyArray<string>;
  end: string | null;
  isWhole: boolean;
  isRunning: boolean;
  isStill: boolean;
  refreshes: boolean;
  mayUnpack: boolean;
  done: string;
  left: ReadonlyArray<Readonly<{ place: number; number: number; words: string; tag: Tag | null }>>;
  next: string | null;
  formKey: string;
}>;

export function BatchPage({ answer, ...page }: BatchPageData & Readonly<{ answer: DeskAnswer }>) {
  const { heading, detail, left, next } = page;
  return (
    <>
      <DeskBack href={deskPaths.orders()}>Orders</DeskBack>
      <DeskErrors answer={answer} labels={{}} />
      <DeskHead title={heading} sub={detail} />
      <div className="stack">
        {page.isRunning ? <Progress {...page} /> : <Result {...page} />}
        {left.length === 0 ? null : (
          <Panel className="panel--flush" title="Left out" id="left-out">
            <DeskTable caption="Orders that were left out" columns={["Order", "Why", "Status now"]}>
              {left.map(({ place, number, words, tag }) => (
                <DeskRow key={place}>
                  <DeskCell isHead className="first" href={deskPaths.order(number)}>
                    {number}
                  </DeskCell>
                  <DeskCell className="full">{words}.</DeskCell>
                  <DeskCell>{tag ? <StatusTag tag={tag} /> : null}</DeskCell>
                </DeskRow>
              ))}
            </DeskTable>
            <ListFoot next={next} />
          </Panel>
        )}
      </div>
    </>
  );
}

function Progress({ id, looked, all, progress, result, rest, isStill, refreshes }: BatchPageData) {
  return (
    <Panel className="stack" title={progress} id="progress">
      <progress className="progress" max={all} value={looked} aria-labelledby="progress" />
      <p>{[result, ...rest].join(" ")}</p>
      {isStill ? (
        <DeskNotice tone="warn">
          This has come to a halt after several tries. An owner can try again under Health. Nothing is lost:
          it goes on with the next order.
        </DeskNotice>
      ) : (
        <p className="sm muted">
          {refreshes ? "This page refreshes every few seconds. " : ""}You can close it: the work goes on.{" "}
          <a href={deskPaths.orderBatch(id, { refresh: refreshes ? "off" : null })}>
            {refreshes ? "Stop refreshing" : "Refresh"}
          </a>
        </p>
      )}
      <StepButton intent="stop">Stop after this order</StepButton>
    </Panel>
  );
}

function Result({ result, rest, end, isWhole, mayUnpack, done, formKey }: BatchPageData) {
  return (
    <DeskNotice
      tone={isWhole ? "success" : "info"}
      end={
        mayUnpack ? (
          <StepButton values={{ key: formKey }} intent="unpack">
            {done === "1" ? "Mark it as not packed" : `Mark these ${done} as not packed`}
          </StepButton>
        ) : null
      }
    >
      {[result, ...rest, end ?? ""].filter(Boolean).join(" ")}
    </DeskNotice>
  );
}
