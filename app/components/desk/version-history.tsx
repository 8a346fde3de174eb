import { DeskButton, SecondLine } from "./desk-parts.tsx";
export type VersionLine = Readonly<{
  id: string;
  what: string;
  who: string;
  when: string;
  fields: string;
  version: number | null;
}>;

type Props = Readonly<{ history: ReadonlyArray<VersionLine>; mayPutBack: boolean; id?: string }>;

/** It stands in the form of the editor. */
export function VersionHistory({ history, mayPutBack, id: place }: Props) {
  if (history.length === 0) return null;
  return (
    <section className="panel" id={place}>
      <h2 className="h2">Last changes</h2>
      <ol className="time sm">
        {history.map(({ id, what, who, when, fields, version }) => (
          <li key={id}>
            {what}
            {fields === "" ? "" : `: ${fields}`}
            <SecondLine>
              {who}, {when}
            </SecondLine>
            {version === null || !mayPutBack ? null : (
              <p>
                <DeskButton intent={`put-back ${version}`}>
                  Put back<span className="vh"> the version of {when}</span>
                </DeskButton>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
