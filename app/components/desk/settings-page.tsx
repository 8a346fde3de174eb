import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead, Panel } from "./desk-back.tsx";
import { DeskErrors, HiddenFields, StepButton } from "./desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { DeskViews } from "./list-parts.tsx";
import {
  type ChangeLine,
  FieldControls,
  type FieldView,
  type ResourceAnswer,
} from "./resource/form-page.tsx";
import { type ResourceNotice, StepNotice } from "./resource/list-page.tsx";
import { DeskButton } from "./desk-parts.tsx";

export type SettingsView = Readonly<{
  group: string;
  title: string;
  places: ReadonlyArray<string>;
  /** Its changes are shown, old beside new, before they are saved. */
  isChecked: boolean;
  groups: ReadonlyArray<Readonly<{ key: string; title: string }>>;
  parts: ReadonlyArray<Readonly<{ title: string | null; fields: ReadonlyArray<FieldView> }>>;
  /** Of fields outside of their part. */
  labels: Readonly<Record<string, string>>;
  /** Fields that nobody types. */
  hidden: Readonly<Record<string, string>>;
  changes: ReadonlyArray<
    Readonly<{ id: number; by: string; at: string; lines: ReadonlyArray<ChangeLine>; mayUndo: boolean }>
  >;
  notice: ResourceNotice | null;
}>;

type Props = SettingsView & Readonly<{ answer: ResourceAnswer }>;

export function SettingsPage(page: Props) {
  const { group, labels, answer, notice } = page;
  return (
    <>
      {notice ? <StepNotice notice={notice} href={deskPaths.settings(group)} isMono={false} /> : null}
      <DeskHead title="Settings" />
      <DeskViews
        label="Settings"
        views={page.groups}
        current={group}
        hrefOf={(key) => deskPaths.settings(key)}
      />
      <DeskErrors answer={answer} labels={labels} />
      <div className="cols">
        <div>{answer.preview ? <Preview {...page} /> : <SettingsForm {...page} />}</div>
        <div>
          <Panel className="stack" title="Where this shows">
            <ul className="plain">
              {page.places.map((place) => (
                <li key={place}>{place}</li>
              ))}
            </ul>
          </Panel>
          <LastChanges {...page} />
        </div>
      </div>
    </>
  );
}

function SettingsForm({ group, title, parts, hidden, isChecked, answer }: Props) {
  return (
    <form className="panel stack" method="post" action={deskPaths.settings(group)}>
      <h2 className="h2">{title}</h2>
      <HiddenFields values={hidden} answer={answer} />
      {parts.map(({ title: part, fields }) =>
        part === null ? (
          <FieldControls key="" fields={fields} answer={answer} />
        ) : (
          <fieldset key={part} className="stack">
            <legend className="label">{part}</legend>
            <FieldControls fields={fields} answer={answer} />
          </fieldset>
        ),
      )}
      <div className="acts">
        <DeskButton intent={isChecked ? "check" : "save"} look="big">
          {isChecked ? "Preview the changes…" : "Save"}
        </DeskButton>
      </div>
      <p className="xs muted">
        {isChecked
          ? "Nothing changes yet. The next page shows old and new side by side."
          : "Shoppers see it as soon as it is saved. It can be undone."}
      </p>
    </form>
  );
}

function Preview({ group, title, answer }: Props) {
  const lines = answer.preview ?? [];
  return (
    <form className="panel stack" method="post" action={deskPaths.settings(group)}>
      <h2 className="h2">{title}: what changes</h2>
      <HiddenFields values={answer.values} />
      {lines.length === 0 ? (
        <p>Nothing differs from what shoppers see now.</p>
      ) : (
        <DeskTable caption="What changes" columns={["Setting", "Now", "After"]}>
          {lines.map(({ label, before, after }) => (
            <DeskRow key={label}>
              <DeskCell isHead className="full">
                <b>{label}</b>
              </DeskCell>
              <DeskCell label="Now">
                <s className="muted">{before}</s>
              </DeskCell>
              <DeskCell label="After">{after}</DeskCell>
            </DeskRow>
          ))}
        </DeskTable>
      )}
      <div className="acts">
        {lines.length > 0 ? (
          <DeskButton intent="save" look="big">
            Save {lines.length} {lines.length === 1 ? "change" : "changes"}
          </DeskButton>
        ) : null}
        <DeskButton intent="back">Go back</DeskButton>
      </div>
      {lines.length > 0 ? <p className="xs muted">Nothing is saved yet.</p> : null}
    </form>
  );
}

function LastChanges({ group, title, changes }: Props) {
  return (
    <Panel className="stack" title="Last changes">
      {changes.length === 0 ? <p>Nothing was changed here at the desk.</p> : null}
      {changes.map(({ id, by, at, lines, mayUndo }) => (
        <div key={id} className="stack">
          <p className="xs muted">
            {by}, {at}
          </p>
          <ul className="plain">
            {lines.map(({ label, before, after }) => (
              <li key={label}>
                <span>
                  <b>{label}</b>: {before} → {after}
                </span>
              </li>
            ))}
          </ul>
          {mayUndo ? (
            <StepButton action={deskPaths.settings(group)} values={{ step: id }} intent="undo">
              Undo
              <span className="vh">
                {" "}
                the change of {at} to {title}
              </span>
            </StepButton>
          ) : null}
        </div>
      ))}
    </Panel>
  );
}
