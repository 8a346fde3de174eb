import { type DeskAnswer, DeskErrors, DeskField } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";

type Props = Readonly<{
  kind: string;
  heading: string;
  newKey: string;
  answer: DeskAnswer;
}>;

export function NewPageForm({ kind, heading, newKey, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.pages()}>Pages</DeskBack>
      <DeskHead title={heading} sub="It starts as a draft, which shoppers do not see. The text comes next." />
      <DeskErrors answer={answer} labels={{ title: "Title" }} />
      <form className="panel stack" method="post" action={deskPaths.newPage(kind)}>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={answer.values["key"] ?? newKey} />
        <DeskField
          name="title"
          label="Title"
          hint={
            kind === "article"
              ? undefined
              : "Its address is made of it, and can be changed until it is published"
          }
          answer={answer}
          maxLength={120}
          autoComplete="off"
        />
        <button className="btn btn--big">Begin the page</button>
      </form>
    </>
  );
}
