import { deskPaths } from "#app/desk-paths.ts";

import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskSelect,
  DeskText,
  HiddenFields,
} from "./desk-form.tsx";
import { DeskHead, Panel } from "./desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { DeskViews } from "./list-parts.tsx";

export type SettingInput = Readonly<{
  name: string;
  label: string;
  part: Readonly<{ title: string; label: string }> | null;
  kind: string;
  hint: string | null;
  value: string;
  /** The boxes of days of the week; null for other inputs. */
  days: ReadonlyArray<Readonly<{ name: string; label: string; isOn: boolean }>> | null;
  choices: Readonly<Record<string, string>> | null;
}>;

type Line = Readonly<{ label: string; before: string; after: string }>;

/** `preview`: what would change, which is not saved yet. */
export type SettingsAnswer = DeskAnswer & Readonly<{ preview?: ReadonlyArray<Line> }>;

type Props = Readonly<{
  group: string;
  title: string;
  places: ReadonlyArray<string>;
  isChecked: boolean;
  groups: ReadonlyArray<Readonly<{ key: string; title: string }>>;
  inputs: ReadonlyArray<SettingInput>;
  marks: Readonly<Record<string, string>>;
  versions: ReadonlyArray<
    Readonly<{ id: number; by: string; at: string; lines: ReadonlyArray<Line>; isTakenBack: boolean }>
  >;
  done: string | null;
  answer: SettingsAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  save: "Saved. Shoppers see it now.",
  "take-back": "Taken back. Shoppers see what was there before.",
  before: "Everything was like this before.",
};

export function SettingsPage(page: Props) {
  const { group, title, groups, inputs, answer, done } = page;
  const labels = Object.fromEntries(inputs.map(({ name, label }) => [name, label]));
  return (
    <>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskHead title="Settings" />
      <DeskViews label="Settings" views={groups} current={group} hrefOf={(key) => deskPaths.settings(key)} />
      <DeskErrors answer={answer} labels={labels} />
      <div className="cols">
        <div>
          {answer.preview ? <Preview {...page} lines={answer.preview} /> : <SettingsForm {...page} />}
        </div>
        <div>
          <Panel className="stack" title="Where this shows">
            <ul className="plain">
              {page.places.map((place) => (
                <li key={place}>{place}</li>
              ))}
            </ul>
          </Panel>
          <LastChanges group={group} title={title} versions={page.versions} />
        </div>
      </div>
    </>
  );
}

function SettingsForm({ group, title, inputs, marks, isChecked, answer }: Props) {
  return (
    <form className="panel stack" method="post" action={deskPaths.settings(group)}>
      <h2 className="h2">{title}</h2>
      <HiddenFields values={{ ...marks, ...only(answer.values, Object.keys(marks)) }} />
      {partsOf(inputs).map(({ title: part, inputs: own }) =>
        part === null ? (
          <Inputs key="" inputs={own} answer={answer} />
        ) : (
          <fieldset key={part} className="stack">
            <legend className="label">{part}</legend>
            <Inputs inputs={own} answer={answer} />
          </fieldset>
        ),
      )}
      <div className="acts">
        <button className="btn btn--big" name="intent" value={isChecked ? "check" : "save"}>
          {isChecked ? "Preview the changes…" : "Save"}
        </button>
      </div>
      <p className="xs muted">
        {isChecked
          ? "Nothing changes yet. The next page shows old and new side by side."
          : "Shoppers see it as soon as it is saved. It can be taken back."}
      </p>
    </form>
  );
}

type PartOfForm = Readonly<{ title: string | null; inputs: ReadonlyArray<SettingInput> }>;

function partsOf(inputs: ReadonlyArray<SettingInput>): ReadonlyArray<PartOfForm> {
  const titles = [...new Set(inputs.map(({ part }) => part?.title ?? null))];
  return titles.map((title) => ({
    title,
    inputs: inputs.filter(({ part }) => (part?.title ?? null) === title),
  }));
}

const SHORT = ["days", "amount", "time"];

function Inputs({ inputs, answer }: Readonly<{ inputs: ReadonlyArray<SettingInput>; answer: DeskAnswer }>) {
  const short = inputs.filter(({ kind }) => SHORT.includes(kind));
  const long = inputs.filter((input) => !short.includes(input));
  return (
    <>
      {long.map((input) => (
        <Input key={input.name} input={input} answer={answer} />
      ))}
      {short.length > 0 ? (
        <div className="fields g3">
          {short.map((input) => (
            <Input key={input.name} input={input} answer={answer} />
          ))}
        </div>
      ) : null}
    </>
  );
}

function only(values: DeskAnswer["values"], names: ReadonlyArray<string>): DeskAnswer["values"] {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

const LONG_ROWS: Readonly<Record<string, number>> = { long: 3, lines: 4, closed: 3 };

function Input({ input, answer }: Readonly<{ input: SettingInput; answer: DeskAnswer }>) {
  const { name, kind, hint, value, days, choices } = input;
  const label = input.part?.label ?? input.label;
  if (days) return <Days input={{ ...input, days }} answer={answer} />;
  const options = Object.entries(choices ?? {}).map(([key, text]) => ({ value: key, text }));
  if (choices) return <DeskSelect {...{ name, label, hint, value, answer, options }} />;
  const rows = LONG_ROWS[kind];
  if (rows)
    return <DeskText name={name} label={label} hint={hint} value={value} rows={rows} answer={answer} />;
  const inputMode = ({ days: "numeric", amount: "decimal" } as const)[kind] ?? "text";
  const className = kind === "text" ? "" : "num";
  return (
    <div className="stack-s">
      <DeskField
        {...{ name, label, hint, value, answer, inputMode, className }}
        {...(kind === "text" ? {} : { autoComplete: "off" })}
      />
      <Swatch kind={kind} value={value} />
    </div>
  );
}

/** A drawing, because the policy allows no styles of elements. */
function Swatch({ kind, value }: Pick<SettingInput, "kind" | "value">) {
  if (kind !== "colour" || value === "") return null;
  return (
    <svg width="100%" height="8" aria-hidden="true">
      <rect width="100%" height="8" fill={value} />
    </svg>
  );
}

type DaysProps = Readonly<{
  input: SettingInput & Readonly<{ days: NonNullable<SettingInput["days"]> }>;
  answer: DeskAnswer;
}>;

function Days({ input: { name, label, days }, answer }: DaysProps) {
  const error = answer.errors[name];
  const isSent = Object.keys(answer.values).length > 0;
  return (
    <fieldset className={error ? "field field--error" : "field"} id={name}>
      <legend className="label">{label}</legend>
      {error ? <p className="error">{error}</p> : null}
      <div className="seg">
        {days.map((day) => (
          <label key={day.name}>
            <input
              type="checkbox"
              name={day.name}
              defaultChecked={isSent ? answer.values[day.name] !== undefined : day.isOn}
            />
            <span>{day.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Preview({ group, title, lines, answer }: Props & Readonly<{ lines: ReadonlyArray<Line> }>) {
  return (
    <form className="panel stack" method="post" action={deskPaths.settings(group)}>
      <h2 className="h2">{title}: what changes</h2>
      <HiddenFields values={answer.values} />
      {lines.length === 0 ? (
        <p>Nothing differs from what shoppers see now.</p>
      ) : (
        <Lines caption="What changes" lines={lines} />
      )}
      <div className="acts">
        {lines.length > 0 ? (
          <button className="btn btn--big" name="intent" value="save">
            Save {lines.length} {lines.length === 1 ? "change" : "changes"}
          </button>
        ) : null}
        <button className="btn btn--line" name="intent" value="back">
          Go back
        </button>
      </div>
      {lines.length > 0 ? <p className="xs muted">Nothing is saved yet.</p> : null}
    </form>
  );
}

function Lines({ caption, lines }: Readonly<{ caption: string; lines: ReadonlyArray<Line> }>) {
  return (
    <DeskTable caption={caption} columns={["Setting", "Now", "After"]}>
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
  );
}

function LastChanges({ group, title, versions }: Pick<Props, "group" | "title" | "versions">) {
  return (
    <Panel className="stack" title="Last changes">
      {versions.length === 0 ? <p>Nothing was changed here at the desk.</p> : null}
      {versions.map(({ id, by, at, lines, isTakenBack }) => (
        <form key={id} className="stack" method="post" action={deskPaths.settings(group)}>
          <input type="hidden" name="version" value={id} />
          <p className="xs muted">
            {by}, {at}
            {isTakenBack ? ", taken back" : ""}
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
          {isTakenBack ? null : (
            <button
              className="btn btn--line"
              name="intent"
              value="take-back"
              aria-label={`Take back the change of ${at} to ${title}`}
            >
              Take back
            </button>
          )}
        </form>
      ))}
    </Panel>
  );
}
