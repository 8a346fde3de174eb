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
            <br />
            <span className="xs muted">
              {who}, {when}
            </span>
            {version === null || !mayPutBack ? null : (
              <p>
                <button className="btn btn--line" name="intent" value={`put-back ${version}`}>
                  Put back<span className="vh"> the version of {when}</span>
                </button>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
