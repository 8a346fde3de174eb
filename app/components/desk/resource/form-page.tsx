import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
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
  fields: ReadonlyArray<FieldView>;
  /** Fields that nobody types. */
  hidden: Readonly<Record<string, string>>;
  button: string;
}>;

/** `theirs`: what somebody else has made of a field meanwhile. */
export type ResourceAnswer = DeskAnswer & Readonly<{ theirs?: Readonly<Record<string, string>> }>;

export function ResourceFormPage({
  page: { name, listTitle, title, note, fields, hidden, button },
  answer,
}: Readonly<{ page: ResourceFormView; answer: ResourceAnswer }>) {
  const labels = Object.fromEntries(fields.map((field) => [field.name, field.label]));
  const sent = Object.entries(hidden).map(([field, text]) => [field, answer.values[field] ?? text]);
  return (
    <>
      <DeskBack href={deskPaths.resource(name)}>{listTitle}</DeskBack>
      <DeskErrors answer={answer} labels={labels} />
      <DeskHead title={title} sub={note} />
      <form className="panel stack" method="post">
        <HiddenFields values={Object.fromEntries(sent) as Record<string, string>} />
        <div className="fields top">
          {fields.map((field) => (
            <FieldControl key={field.name} field={field} answer={answer} />
          ))}
        </div>
        <button className="btn btn--big" name="intent" value="save">
          {button}
        </button>
      </form>
    </>
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
  return options.find(({ value }) => value === text)?.text ?? text;
}

const LONG_ROWS = 4;

function isLong(input: FieldInput): boolean {
  return input.kind === "lines" && input.rows >= LONG_ROWS;
}

function FieldTyped({ field: { input, options, ...field }, answer }: ControlProps) {
  switch (input.kind) {
    case "lines":
      return <DeskText {...field} answer={answer} rows={input.rows} maxLength={input.max} />;
    case "choice":
      return <DeskSelect {...field} answer={answer} options={options} />;
    case "tick":
      return <DeskTick {...field} answer={answer} />;
    case "day":
      return <DeskField {...field} answer={answer} type="date" />;
    case "time":
      return <DeskField {...field} answer={answer} type="time" />;
    case "line":
      return (
        <DeskField
          {...field}
          answer={answer}
          maxLength={input.max}
          className={input.isMono ? "mono" : ""}
          inputMode={input.mode ?? "text"}
          autoComplete="off"
        />
      );
  }
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
