import { DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { type DeskAnswer, DeskChoice, DeskErrors } from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { StatusTag, type Tag } from "#app/components/desk/orders-page.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton, SecondLine } from "#app/components/desk/desk-parts.tsx";

type Props = Readonly<{
  exports: ReadonlyArray<Readonly<{ key: string; title: string; what: string }>>;
  kinds: ReadonlyArray<Readonly<{ key: string; title: string; hint: string }>>;
  imports: ReadonlyArray<
    Readonly<{ id: number; file: string; title: string; by: string; when: string; tag: Tag }>
  >;
  limits: Readonly<{ megabytes: number; rows: number; changes: number }>;
  answer: DeskAnswer;
}>;

export function FilesPage(page: Props) {
  const { exports, kinds, imports, answer } = page;
  return (
    <>
      <DeskErrors answer={answer} labels={{ kind: "What it is", file: "File" }} />
      <DeskHead
        title="Files"
        sub={`Tables for a spreadsheet${kinds.length === 0 ? "" : ", out of the shop and back into it"}.`}
      />
      <div className="cols">
        <div>
          {kinds.length === 0 ? null : <Upload {...page} />}
          {exports.length === 0 ? null : <Exports exports={exports} />}
        </div>
        {kinds.length === 0 ? null : <Imports imports={imports} />}
      </div>
    </>
  );
}

function Upload({ kinds, limits, answer }: Props) {
  const chosen = answer.values["kind"] ?? kinds[0]?.key;
  return (
    <form className="panel stack" method="post" encType="multipart/form-data">
      <h2 className="h2">Bring a file in</h2>
      <DeskChoice
        name="kind"
        legend="What it is"
        options={kinds.map(({ key, title, hint }) => ({ value: key, label: title, hint }))}
        chosen={chosen}
      />
      <FileField
        error={answer.errors["file"]}
        limits={limits}
        hasCatalogue={kinds.some(({ key }) => key === "catalogue")}
      />
      <DeskButton intent="check" look="big">
        Check the file
      </DeskButton>
      <p className="hint">
        You see each change before it is made. What is not in a table stays as it is, and the easiest start is
        a file that you have downloaded here.
      </p>
    </form>
  );
}

type FieldProps = Readonly<{ error?: string; limits: Props["limits"]; hasCatalogue: boolean }>;

function FileField({ error, limits, hasCatalogue }: FieldProps) {
  return (
    <div className={error ? "drop field field--error" : "drop field"}>
      <label className="label" htmlFor="file">
        File
      </label>
      <span className="hint" id="file-hint">
        CSV in UTF-8, up to {limits.megabytes} MB, {limits.rows.toLocaleString("en-GB")} rows and{" "}
        {limits.changes.toLocaleString("en-GB")} changes
        {hasCatalogue ? `; the catalogue as a ZIP up to ${limits.megabytes} MB` : ""}
      </span>
      {error ? <FieldError id="file-error" error={error} /> : null}
      <input
        className="input"
        id="file"
        name="file"
        type="file"
        accept={hasCatalogue ? ".csv,text/csv,.zip,application/zip" : ".csv,text/csv"}
        aria-describedby={error ? "file-hint file-error" : "file-hint"}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
}

function Exports({ exports }: Pick<Props, "exports">) {
  return (
    <Panel className="panel--flush" title="Download">
      <DeskTable caption="Files to download" columns={["File", "What is in it"]}>
        {exports.map(({ key, title, what }) => (
          <DeskRow key={key}>
            <DeskCell isHead className="first" href={deskPaths.exportOf(key)}>
              {title}
            </DeskCell>
            <DeskCell className="full sm">{what}</DeskCell>
          </DeskRow>
        ))}
      </DeskTable>
    </Panel>
  );
}

function Imports({ imports }: Pick<Props, "imports">) {
  if (imports.length === 0)
    return (
      <Panel id="changes" title="Files and bulk changes">
        <p className="note">
          A file that you bring in, and prices or visibility that you change for several products at once, are
          listed here for 30 days, and can be undone.
        </p>
      </Panel>
    );
  return (
    <Panel className="panel--flush" id="changes" title="Files and bulk changes">
      <DeskTable caption="What was brought in or changed, the newest first" columns={["What", "Status"]}>
        {imports.map(({ id, file, title, by, when, tag }) => (
          <DeskRow key={id}>
            <DeskCell isHead className="first">
              <a className="go" href={deskPaths.fileImport(id)}>
                {file}
                <span className="vh">, number {id}</span>
              </a>
              <SecondLine>
                {title}, {when}
                {by === "" ? "" : `, ${by}`}
              </SecondLine>
            </DeskCell>
            <DeskCell className="full">
              <StatusTag tag={tag} />
            </DeskCell>
          </DeskRow>
        ))}
      </DeskTable>
    </Panel>
  );
}
