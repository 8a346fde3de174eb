import type { ReactNode } from "react";

import { controlAttributes, Field, FieldError } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice, type NoticeKind } from "#app/components/ui/notice.tsx";

import { PasskeyInsteadOfCode, useSecondSteps } from "./desk-passkey.tsx";
import { DeskButton } from "./desk-parts.tsx";

/** What a form was answered: errors by field ("form" for the whole), and what was typed. */
export type DeskAnswer = Readonly<{
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}>;

export const NO_DESK_ANSWER: DeskAnswer = { errors: {}, values: {} };

type FieldProps = Readonly<{
  name: string;
  label: ReactNode;
  /** Nothing where the form has no answer, such as one that finds. */
  answer?: DeskAnswer | undefined;
  hint?: ReactNode;
  type?: "text" | "email" | "password" | "search" | "date" | "time";
  value?: string | undefined;
  autoComplete?: string;
  inputMode?: "numeric" | "text" | "decimal";
  className?: string;
  maxLength?: number;
  /** For the one field of a page that a scanner types into. */
  hasFocus?: boolean;
}>;

export function DeskField({ name, label, answer, hint, className = "", ...input }: FieldProps) {
  const field = { name, label, hint, error: answer?.errors[name] };
  return (
    <Field {...field}>
      <input
        {...attributesOf(input, answer?.values[name])}
        {...controlAttributes(field)}
        className={`input ${className}`}
      />
    </Field>
  );
}

type TextProps = Pick<FieldProps, "name" | "label" | "answer" | "hint" | "value" | "maxLength"> &
  Readonly<{ rows: number }>;

export function DeskText({ name, label, answer, hint, value = "", rows, maxLength }: TextProps) {
  const field = { name, label, hint, error: answer?.errors[name] };
  return (
    <Field {...field}>
      <textarea
        {...controlAttributes(field)}
        className="textarea"
        rows={rows}
        maxLength={maxLength}
        defaultValue={answer?.values[name] ?? value}
      />
    </Field>
  );
}

type SelectProps = Pick<FieldProps, "name" | "label" | "answer" | "hint" | "value"> &
  Readonly<{ options: ReadonlyArray<Readonly<{ value: string; text: string }>> }>;

/** Without a value it begins with an empty choice. */
export function DeskSelect({ name, label, answer, hint, value = "", options }: SelectProps) {
  const chosen = answer?.values[name] ?? value;
  const field = { name, label, hint, error: answer?.errors[name] };
  return (
    <Field {...field}>
      <select {...controlAttributes(field)} className="select" defaultValue={chosen}>
        {options.some((option) => option.value === value) ? null : <option value="">Choose one</option>}
        {/* What was sent stays chosen, also when it is gone by now: the answer says so. */}
        {chosen === "" || options.some((option) => option.value === chosen) ? null : (
          <option value={chosen}>{chosen}</option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Field>
  );
}

type TickProps = Pick<FieldProps, "name" | "label" | "answer" | "hint" | "value">;

/** Sent as "yes"; not at all where it is not ticked. */
export function DeskTick({ name, label, answer, hint, value = "" }: TickProps) {
  const isAnswered = Object.keys(answer?.values ?? {}).length > 0;
  const isTicked = isAnswered ? Boolean(answer?.values[name]) : value !== "";
  const error = answer?.errors[name];
  return (
    <div className="field">
      {error ? <FieldError id={`${name}-error`} error={error} /> : null}
      <label className="check">
        <input
          type="checkbox"
          {...controlAttributes({ name, hint, error })}
          value="yes"
          defaultChecked={isTicked}
        />
        <span>
          {label}
          {hint ? <small id={`${name}-hint`}>{hint}</small> : null}
        </span>
      </label>
    </div>
  );
}

/** A password is never shown again. */
function attributesOf(
  {
    value = "",
    type = "text",
    hasFocus = false,
    ...attributes
  }: Omit<FieldProps, "name" | "label" | "answer">,
  typed: string | undefined,
) {
  return {
    ...attributes,
    type,
    autoFocus: hasFocus,
    defaultValue: type === "password" ? "" : (typed ?? value),
  };
}

export function DeskErrors({ answer, labels }: Readonly<{ answer: DeskAnswer; labels: Labels }>) {
  const names = Object.keys(answer.errors);
  if (names.length === 0) return null;
  return (
    <div className="error-summary" role="alert">
      <h2 className="h2">There is a problem</h2>
      <ul className="listed above-2">
        {names.map((name) => (
          <li key={name}>
            {labels[name] ? (
              <a href={`#${name}`}>
                {labels[name]}: {answer.errors[name]}
              </a>
            ) : (
              answer.errors[name]
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export type Labels = Readonly<Record<string, string>>;

/** Nothing while the last code still counts. */
export function CodeField({
  answer,
  isConfirmed,
  why,
  name = "code",
}: Readonly<{ answer: DeskAnswer; isConfirmed: boolean; why: string; name?: string }>) {
  const { hasTotp, hasPasskey } = useSecondSteps();
  if (isConfirmed) return null;
  return (
    <div className="stack" data-code="">
      <DeskField
        name={name}
        label={hasTotp ? "Code from your authenticator app" : "Recovery code"}
        hint={`${why} It counts for 10 minutes.`}
        answer={answer}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        className="mono"
      />
      {hasPasskey ? <PasskeyInsteadOfCode /> : null}
    </div>
  );
}

export function LoginCodeField({ answer, hasTotp }: Readonly<{ answer: DeskAnswer; hasTotp: boolean }>) {
  return (
    <DeskField
      name="code"
      label={hasTotp ? "Code" : "Recovery code"}
      hint={hasTotp ? "Or one of your recovery codes" : "Each works once"}
      autoComplete="one-time-code"
      maxLength={40}
      className="mono"
      answer={answer}
    />
  );
}

export function LoginFields({ answer }: Readonly<{ answer: DeskAnswer }>) {
  return (
    <>
      <DeskField
        name="email"
        label="Email address"
        type="email"
        autoComplete="username"
        maxLength={254}
        answer={answer}
      />
      <DeskField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        answer={answer}
      />
    </>
  );
}

type ChoiceProps = Pick<FieldProps, "name"> &
  Readonly<{
    legend: string;
    legendClass?: "label" | "h2" | "vh";
    options: ReadonlyArray<Readonly<{ value: string; label: string; hint?: string }>>;
    chosen: string | undefined;
    /** Beside each other. */
    isInline?: boolean;
    children?: ReactNode;
  }>;

/** One of a few, all of which are seen. */
export function DeskChoice({
  name,
  legend,
  legendClass = "label",
  isInline = false,
  ...choice
}: ChoiceProps) {
  const choices = choice.options.map(({ value, label, hint }) => (
    <label key={value} className={isInline ? undefined : "check"}>
      <input type="radio" name={name} value={value} defaultChecked={value === choice.chosen} />
      <span>
        {label}
        {hint ? <small>{hint}</small> : null}
      </span>
    </label>
  ));
  return (
    <fieldset id={name}>
      <legend className={legendClass}>{legend}</legend>
      {isInline ? <div className="seg">{choices}</div> : choices}
      {choice.children}
    </fieldset>
  );
}

type HiddenProps = Readonly<{
  values: Readonly<Record<string, string | number>>;
  /** Whose values go before these. */
  answer?: DeskAnswer;
}>;

export function HiddenFields({ values, answer }: HiddenProps) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={answer?.values[name] ?? value} />
  ));
}

type StepProps = Readonly<{
  action?: string;
  values?: Readonly<Record<string, string | number>>;
  intent: string;
  children: ReactNode;
}>;

/** A step with a form of its own. */
export function StepButton({ action, values = {}, intent, children }: StepProps) {
  return (
    <form method="post" action={action}>
      <HiddenFields values={values} />
      <DeskButton intent={intent}>{children}</DeskButton>
    </form>
  );
}

type MoreProps = Readonly<{
  title: ReactNode;
  isOpen?: boolean | undefined;
  id?: string;
  children: ReactNode;
}>;

/** Folded away until somebody opens it. */
export function More({ title, isOpen, id, children }: MoreProps) {
  return (
    <details className="more" id={id} open={isOpen}>
      <summary>
        <span>{title}</span>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

type PartProps = Readonly<{ id: string; title: string; isChanged: boolean; children: ReactNode }>;

/** `isChanged`: in the draft, and not published. */
export function FormPart({ id, title, isChanged, children }: PartProps) {
  return (
    <section className="panel stack" id={id}>
      <h2 className="h2">
        {title} {isChanged ? <span className="tag tag--do">changed</span> : null}
      </h2>
      {children}
    </section>
  );
}

export function DeskNotice({
  tone = "success",
  children,
  end,
}: Readonly<{ tone?: NoticeKind; children: ReactNode; end?: ReactNode }>) {
  return (
    <Notice kind={tone} role={tone === "error" ? "alert" : "status"} action={end}>
      <p>{children}</p>
    </Notice>
  );
}

/** The script of the frame shows it; without scripts the browser's own menu prints. */
export function DeskPrintButton() {
  return (
    <button className="btn btn--line" type="button" data-print="" hidden>
      Print
    </button>
  );
}
