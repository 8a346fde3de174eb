import { CodeField, type DeskAnswer, DeskErrors, DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { StatusTag, type Tag } from "#app/components/desk/orders-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { BeforeAfter } from "./bulk-check.tsx";
import { EmptyList } from "#app/components/desk/shop/empty-list.tsx";

type ListProps = Readonly<{
  days: number;
  changes: ReadonlyArray<Readonly<{ id: number; title: string; detail: string; tag: Tag }>>;
}>;

export function BulkChangesPage({ days, changes }: ListProps) {
  return (
    <>
      <BackToProducts />
      <DeskHead title="Bulk changes" sub={`You can take each one back for ${days} days.`} />
      {changes.length === 0 ? (
        <EmptyList href={deskPaths.bulkChanges()}>
          When you change the prices of several products, or hide or show them, the change is listed here.
        </EmptyList>
      ) : (
        <section className="panel panel--flush">
          <DeskTable caption="Changes, the newest first" columns={["Change", "Status"]}>
            {changes.map(({ id, title, detail, tag }) => (
              <DeskRow key={id}>
                <DeskCell isHead className="first">
                  <a className="go" href={deskPaths.bulkChange(id)}>
                    {title}
                    <span className="vh">, change {id}</span>
                  </a>
                  <br />
                  <span className="xs muted">{detail}</span>
                </DeskCell>
                <DeskCell className="full">
                  <StatusTag tag={tag} />
                </DeskCell>
              </DeskRow>
            ))}
          </DeskTable>
        </section>
      )}
    </>
  );
}

function BackToProducts() {
  return <DeskBack href={deskPaths.products()}>Products</DeskBack>;
}

type Line = Readonly<{ id: number; name: string; before: string; after: string; note: string }>;

type ChangeProps = Readonly<{
  title: string;
  detail: string;
  /** "Taken back on Friday by Martha Pryce", or null. */
  takenBack: string | null;
  what: string;
  lines: ReadonlyArray<Line>;
  standing: number;
  isWithCode: boolean;
  isConfirmed: boolean;
  isDone: boolean;
  answer: DeskAnswer;
}>;

export function BulkChangePage(page: ChangeProps) {
  const { title, detail, takenBack, what, lines, isDone, answer } = page;
  return (
    <>
      <DeskBack href={deskPaths.bulkChanges()}>Bulk changes</DeskBack>
      {isDone ? <Done lines={lines} /> : null}
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <DeskHead
        title={title}
        sub={
          <>
            {detail}
            {takenBack === null ? "" : ` ${takenBack}`}
          </>
        }
      />
      <div className="stack">
        <section className="panel panel--flush">
          <DeskTable caption={`${what} before and after`} columns={["Product", what, "Note"]}>
            {lines.map(({ id, name, before, after, note }) => (
              <DeskRow key={id}>
                <DeskCell isHead className="first" href={deskPaths.product(id)}>
                  {name}
                </DeskCell>
                <DeskCell className="side">
                  <BeforeAfter before={before} after={after} />
                </DeskCell>
                <DeskCell className="full sm">{note}</DeskCell>
              </DeskRow>
            ))}
          </DeskTable>
        </section>
        {takenBack === null ? <TakeBack {...page} /> : null}
      </div>
    </>
  );
}

function Done({ lines }: Readonly<{ lines: ReadonlyArray<Line> }>) {
  const left = lines.filter(({ note }) => note !== "").length;
  if (left === 0) return <DeskNotice>Taken back. Shoppers see it as it was before.</DeskNotice>;
  return (
    <DeskNotice tone="info">
      Taken back, except for {left === 1 ? "1 product" : `${left} products`}. The list says why.
    </DeskNotice>
  );
}

function TakeBack({ standing, isWithCode, isConfirmed, answer }: ChangeProps) {
  if (standing === 0)
    return (
      <p className="note">All of these products have been changed since, so there is nothing to take back.</p>
    );
  return (
    <form method="post" className="stack">
      {isWithCode ? (
        <CodeField answer={answer} isConfirmed={isConfirmed} why="The change needed one too." />
      ) : null}
      <div className="acts">
        <button className="btn btn--big" name="intent" value="take-back">
          {standing === 1 ? "Take back 1 change" : `Take back ${standing} changes`}
        </button>
      </div>
    </form>
  );
}
