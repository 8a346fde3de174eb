import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { HiddenFields } from "#app/components/desk/desk-form.tsx";
import { DeskButton, DeskLink } from "#app/components/desk/desk-parts.tsx";

/** What its form does: the step that led here may be one that has no form of its own. */
export type ConflictIntent = "save" | "publish" | "hide" | "show";

const BUTTONS: Readonly<Record<ConflictIntent, string>> = {
  save: "Save these choices",
  publish: "Publish these choices",
  hide: "Save these choices and hide the page",
  show: "Save these choices and show the page",
};

export type ProductConflictData = Readonly<{
  /** Who saved meanwhile; null for an import or a sale that began or ended. */
  by: string | null;
  when: string;
  intent: ConflictIntent;
  /** Everything that was typed, merged, and the version and marks of what was saved meanwhile. */
  hidden: Readonly<Record<string, string>>;
  choices: ReadonlyArray<Readonly<{ field: string; label: string; theirs: string; yours: string }>>;
  yours: ReadonlyArray<string>;
  theirs: ReadonlyArray<string>;
}>;

type Props = Readonly<{
  href: string;
  name: string;
  conflict: ProductConflictData;
}>;

export function ProductConflict({ href, name, conflict }: Props) {
  const { by, when, intent, hidden, choices, yours, theirs } = conflict;
  const count = choices.length;
  return (
    <>
      <DeskBack href={href}>{name}</DeskBack>
      <div role="alert">
        <DeskHead
          title={`${by ?? "Somebody"} saved this while you were writing`}
          sub={`Nothing is lost, and nothing of yours is saved yet. Choose for the ${count} ${count === 1 ? "field" : "fields"} that you both changed.`}
        />
      </div>
      <form className="stack" method="post" action={href} encType="multipart/form-data">
        <HiddenFields values={hidden} />
        {choices.map((choice) => (
          <Choice key={choice.field} choice={choice} by={by} when={when} />
        ))}
        <Fitting by={by} yours={yours} theirs={theirs} />
        <div className="acts">
          <DeskButton intent={intent} look="big">
            {BUTTONS[intent]}
          </DeskButton>
          <DeskLink href={href}>
            Leave it as {by ?? "it is now"} {by ? "saved it" : ""}
          </DeskLink>
        </div>
      </form>
    </>
  );
}

type ChoiceProps = Readonly<{
  choice: ProductConflictData["choices"][number];
  by: string | null;
  when: string;
}>;

function Choice({ choice: { field, label, theirs, yours }, by, when }: ChoiceProps) {
  const options = [
    { value: "theirs", title: by ? `Keep ${by}’s` : "Keep what is there now", note: when, text: theirs },
    { value: "yours", title: "Use yours", note: "Written just now", text: yours },
  ] as const;
  return (
    <fieldset className="panel">
      <legend className="vh">{label}</legend>
      <h2 className="h2">{label}</h2>
      <div className="fields top">
        {options.map(({ value, title, note, text }) => (
          <label key={value} className="opt">
            <span className="check">
              <input type="radio" name={`choose-${field}`} value={value} defaultChecked={value === "yours"} />
              <span>{title}</span>
            </span>
            <span className="hint versus-text">{note}</span>
            <span className="versus-text">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Fitting({ by, yours, theirs }: Pick<ProductConflictData, "by" | "yours" | "theirs">) {
  if (yours.length + theirs.length === 0) return null;
  const other = by ?? "Somebody else";
  return (
    <Panel title="Everything else fits together">
      <ul className="stack-s sm">
        {yours.map((label) => (
          <li key={label}>
            You changed <b>{label}</b>. {other} did not: yours stays.
          </li>
        ))}
        {theirs.map((label) => (
          <li key={label}>
            {other} changed <b>{label}</b>. You did not: theirs stays.
          </li>
        ))}
      </ul>
    </Panel>
  );
}
