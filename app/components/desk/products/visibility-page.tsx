import { DeskErrors } from "#app/components/desk/desk-form.tsx";

import { BackToList, BulkCheck, type BulkPageProps, BulkProblem, BulkResults } from "./bulk-check.tsx";

type Props = BulkPageProps & Readonly<{ isHiding: boolean }>;

export function VisibilityPage({ isHiding, ...page }: Props) {
  const { answer, list } = page;
  if (answer.rows)
    return (
      <BulkResults
        {...{ answer, list }}
        rows={answer.rows}
        are={(count) => `${count === 1 ? "product is" : "products are"} ${isHiding ? "hidden" : "shown"}`}
        done={isHiding ? "Shoppers do not see them any more." : "Shoppers see them now."}
      />
    );
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
