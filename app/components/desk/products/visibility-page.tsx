import { DeskErrors } from "#app/components/desk/desk-form.tsx";

import {
  BackToList,
  type BulkChangeAnswer,
  BulkCheck,
  type BulkPageData,
  BulkProblem,
  BulkResults,
} from "./bulk-check.tsx";

type Props = BulkPageData &
  Readonly<{
    isHiding: boolean;
    rule: Readonly<Record<string, string>>;
    formKey: string;
    isWithCode: boolean;
    isConfirmed: boolean;
    answer: BulkChangeAnswer;
  }>;

export function VisibilityPage({ isHiding, ...page }: Props) {
  const { answer, list } = page;
  if (answer.rows) return <Results {...{ isHiding, answer, list }} rows={answer.rows} />;
  if (page.problem !== null)
    return <BulkProblem {...page} title={isHiding ? "Hide products" : "Show products"} />;
  const count = page.count === 1 ? "1 product" : `${page.count} products`;
  return (
    <>
      <BackToList list={list} />
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

type ResultProps = Pick<Props, "isHiding" | "answer" | "list"> &
  Readonly<{ rows: NonNullable<BulkChangeAnswer["rows"]> }>;

function Results({ isHiding, answer, rows, list }: ResultProps) {
  const done = rows.filter(({ isDone }) => isDone).length;
  const are = rows.length === 1 ? "product is" : "products are";
  return (
    <BulkResults
      title={`${done} of ${rows.length} ${are} ${isHiding ? "hidden" : "shown"}`}
      done={isHiding ? "Shoppers do not see them any more." : "Shoppers see them now."}
      rows={rows}
      change={answer.change ?? null}
      list={list}
    />
  );
}
