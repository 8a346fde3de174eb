import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { deskPaths } from "#app/desk-paths.ts";

type Props = Readonly<{
  exports: ReadonlyArray<Readonly<{ key: string; title: string; what: string }>>;
}>;

export function FilesPage({ exports }: Props) {
  return (
    <>
      <div className="head">
        <div>
          <h1 className="h1">Files</h1>
          <p className="sub">Tables for a spreadsheet.</p>
        </div>
      </div>
      {exports.length === 0 ? null : <Exports exports={exports} />}
    </>
  );
}

function Exports({ exports }: Pick<Props, "exports">) {
  return (
    <section className="panel panel--flush">
      <h2 className="h2 panel-title">Download</h2>
      <DeskTable caption="Files to download" columns={["File", "What is in it"]}>
        {exports.map(({ key, title, what }) => (
          <DeskRow key={key}>
            <DeskCell className="first">
              <a className="go" href={deskPaths.exportOf(key)}>
                {title}
              </a>
            </DeskCell>
            <DeskCell className="full">
              <span className="sm">{what}</span>
            </DeskCell>
          </DeskRow>
        ))}
      </DeskTable>
    </section>
  );
}
