import { DeskErrors } from "#app/components/desk/desk-form.tsx";
import { DeskIcon } from "#app/components/desk/desk-icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { type BulkChangeAnswer, BulkCheck, type BulkCheckRow, BulkResults } from "./bulk-check.tsx";

type Props = Readonly<{
  isHiding: boolean;
  rows: ReadonlyArray<BulkCheckRow>;
  query: Readonly<Record<string, string>>;
  formKey: string;
  isWithCode: boolean;
  isConfirmed: boolean;
  answer: BulkChangeAnswer;
}>;

/** Several products hidden, or shown again. */
export function VisibilityPage({ isHiding, ...page }: Props) {
  const { rows, answer } = page;
  if (answer.rows) return <Results isHiding={isHiding} answer={answer} rows={answer.rows} />;
  const count = rows.length === 1 ? "1 product" : `${rows.length} products`;
  return (
    <>
      <a className="back" href={deskPaths.products()}>
        <DeskIcon name="left" />
        Products
      </a>
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <BulkCheck
        {...page}
        title={isHiding ? `Hide ${count}?` : `Show ${count}?`}
        detail={
          isHiding
            ? "Nobody finds or buys them any more. Orders that have them stay as they are."
            : "Everybody finds and buys them, as far as there is stock."
        }
        what="Who sees it"
        button={isHiding ? `Hide ${count}` : `Show ${count}`}
        why="More than 20 products need one."
      />
    </>
  );
}

function Results({
  isHiding,
  answer,
  rows,
}: Readonly<{ isHiding: boolean; answer: BulkChangeAnswer; rows: NonNullable<BulkChangeAnswer["rows"]> }>) {
  const done = rows.filter(({ isDone }) => isDone).length;
  const are = rows.length === 1 ? "product is" : "products are";
  return (
    <BulkResults
      title={`${done} of ${rows.length} ${are} ${isHiding ? "hidden" : "shown"}`}
      done={isHiding ? "Shoppers do not see them any more." : "Shoppers see them now."}
      rows={rows}
      change={answer.change ?? null}
    />
  );
}
