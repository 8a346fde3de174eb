import { Fragment } from "react";

import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskSelect,
  DeskText,
  DeskTick,
  HiddenFields,
} from "#app/components/desk/desk-form.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import type { FieldInput, FieldOption } from "#app/models/resource/field.ts";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

export type FieldView = Readonly<{
  name: string;
  label: string;
  hint: string;
  input: FieldInput;
  value: string;
  /** Of a choice. */
  options: ReadonlyArray<FieldOption>;
}>;

export type ResourceFormView = Readonly<{
  /** Of its list. */
  name: string;
  listTitle: string;
  title: string;
  note: string;
  /** Nothing for a new one. */
  shown: ShownRow | null;
  /** Nothing for what is only shown. */
  fields: ReadonlyArray<FieldView>;
  /** Fields that nobody types. */
  hidden: Readonly<Record<string, string>>;
  button: string;
}>;

/** Of a field, as a list shows it. */
export type ChangeLine = Readonly<{ label: string; before: string; after: string }>;

export type ResourceAnswer = DeskAnswer &
  Readonly<{
    /** What somebody else has made of a field meanwhile. */
    theirs?: Readonly<Record<string, string>>;
    /** What would change; nothing is saved yet. */
    preview?: ReadonlyArray<ChangeLine>;
  }>;

type ShownRow = Readonly<{
  key: string;
  /** A command is refused once the row has changed. */
  mark: string;
  facts: ReadonlyArray<Readonly<{ label: string; text: string }>>;
  /** Those with a warning. */
  commands: ReadonlyArray<
    Readonly<{ name: string; label: string; warning: Readonly<{ title: string; text: string }> }>
  >;
}>;

type Props = Readonly<{ page: ResourceFormView; answer: ResourceAnswer }>;

export function ResourceFormPage({ page, answer }: Props) {
  const { name, listTitle, title, note, fields, shown } = page;
  const labels = Object.fromEntries(fields.map((field) => [field.name, field.label]));
  return (
    <>
      <DeskBack href={deskPaths.resource(name)}>{listTitle}</DeskBack>
      <DeskErrors answer={answer} labels={labels} />
      <DeskHead title={<span className="breaks">{title}</span>} sub={note} />
      {fields.length === 0 ? null : <FieldsForm page={page} answer={answer} />}
      {shown ? <Shown name={name} row={shown} /> : null}
    </>
  );
}

export function FieldControls({
  fields,
  answer,
}: Readonly<{ fields: ReadonlyArray<FieldView>; answer: ResourceAnswer }>) {
  return (
    <div className="fields top">
      {fields.map((field) => (
        <FieldControl key={field.name} field={field} answer={answer} />
      ))}
    </div>
  );
}

function FieldsForm({ page: { fields, hidden, button }, answer }: Props) {
  const sent = Object.entries(hidden).map(([field, text]) => [field, answer.values[field] ?? text]);
  return (
    <form className="panel stack" method="post">
      <HiddenFields values={Object.fromEntries(sent) as Record<string, string>} />
      <FieldControls fields={fields} answer={answer} />
      <DeskButton intent="save" look="big">
        {button}
      </DeskButton>
    </form>
  );
}

function Shown({ name, row }: Readonly<{ name: string; row: ShownRow }>) {
  const { key, mark, facts, commands } = row;
  if (facts.length + commands.length === 0) return null;
  return (
    <div className="cols">
      <Panel title="Details">
        <dl className="dl">
          {facts.map(({ label, text }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className="breaks">{text}</dd>
            </Fragment>
          ))}
        </dl>
      </Panel>
      <div>
        {commands.map(({ name: command, label, warning }) => (
          <form key={command} className="panel stack-s" method="post" action={deskPaths.resource(name)}>
            <h2 className="h2">{warning.title}</h2>
            <p className="sm">{warning.text}</p>
            <HiddenFields values={{ command, key, mark }} />
            <DeskButton intent="command" isWide>
              {label}
            </DeskButton>
          </form>
        ))}
      </div>
    </div>
  );
}

type ControlProps = Readonly<{ field: FieldView; answer: ResourceAnswer }>;

function FieldControl({ field, answer }: ControlProps) {
  const theirs = answer.theirs?.[field.name];
  return (
    <div className={isLong(field.input) ? "whole" : undefined}>
      <FieldTyped field={field} answer={answer} />
      {theirs === undefined ? null : <Theirs {...field} text={shownText(field, theirs)} />}
    </div>
  );
}

function shownText({ input, options }: FieldView, text: string): string {
  if (input.kind === "tick") return text === "" ? "Not ticked" : "Ticked";
  const optionOf = (key: string) => options.find(({ value }) => value === key)?.text ?? key;
  return input.kind === "ticks" ? text.split(" ").map(optionOf).join(", ") : optionOf(text);
}

const LONG_ROWS = 4;

function isLong(input: FieldInput): boolean {
  return input.kind === "ticks" || (input.kind === "lines" && input.rows >= LONG_ROWS);
}

function FieldTyped({ field: { input, options, ...field }, answer }: ControlProps) {
  switch (input.kind) {
    case "lines":
      return <DeskText {...field} answer={answer} rows={input.rows} maxLength={input.max} />;
    case "choice":
      return <DeskSelect {...field} answer={answer} options={options} />;
    case "tick":
      return <DeskTick {...field} answer={answer} />;
    case "ticks":
      return <FieldTicks {...field} options={options} answer={answer} />;
    case "colour":
      return <FieldColour {...field} answer={answer} />;
    case "day":
    case "time":
    case "line":
      return <FieldLine {...field} input={input} answer={answer} />;
  }
}

type LineProps = InputProps & Readonly<{ input: Extract<FieldInput, { kind: "day" | "time" | "line" }> }>;

function FieldLine({ input, ...field }: LineProps) {
  if (input.kind !== "line") return <DeskField {...field} type={input.kind === "day" ? "date" : "time"} />;
  return (
    <DeskField
      {...field}
      maxLength={input.max}
      className={input.isMono ? "mono" : ""}
      inputMode={input.mode ?? "text"}
      autoComplete="off"
    />
  );
}

type InputProps = Omit<FieldView, "input" | "options"> & Readonly<{ answer: ResourceAnswer }>;

function FieldTicks({ name, label, value, options, answer }: InputProps & Pick<FieldView, "options">) {
  const error = answer.errors[name];
  const ticked = (answer.values[name] ?? value).split(" ");
  return (
    <fieldset className={error ? "field field--error" : "field"} id={name}>
      <legend className="label">{label}</legend>
      {error ? <p className="error">{error}</p> : null}
      <div className="seg">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              name={`${name}-${option.value}`}
              defaultChecked={ticked.includes(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** With the colour that is saved, as a drawing: the policy allows no styles of elements. */
function FieldColour({ value, ...field }: InputProps) {
  return (
    <div className="stack-s">
      <DeskField {...field} value={value} className="num" autoComplete="off" />
      {value === "" ? null : (
        <svg width="100%" height="8" aria-hidden="true">
          <rect width="100%" height="8" fill={value} />
        </svg>
      )}
    </div>
  );
}

/** To be read and copied from. */
function Theirs({
  name,
  label,
  input,
  text,
}: Pick<FieldView, "name" | "label" | "input"> & Readonly<{ text: string }>) {
  return (
    <div className="field">
      <label className="label" htmlFor={`theirs-${name}`}>
        What is saved now: {label.toLowerCase()}
      </label>
      <textarea
        className="textarea"
        id={`theirs-${name}`}
        rows={input.kind === "lines" ? input.rows : 1}
        readOnly
        defaultValue={text}
      />
    </div>
  );
}
