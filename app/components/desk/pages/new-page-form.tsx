import { type DeskAnswer, DeskErrors, DeskField } from "#app/components/desk/desk-form.tsx";
import { DeskBack } from "#app/components/desk/desk-back.tsx";
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
      <div className="head">
        <div>
          <h1 className="h1">{heading}</h1>
          <p className="sub">It starts as a draft, which shoppers do not see. The text comes next.</p>
        </div>
      </div>
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
