import type { ReactNode } from "react";

import styles from "./choice-rows.module.css";
import { FieldError } from "./field.tsx";

export type Choice = Readonly<{
  value: string;
  title: ReactNode;
  aside?: ReactNode;
  text?: ReactNode;
  disabled?: boolean;
}>;

export type ChoiceRowsProps = Readonly<{
  name: string;
  legend: string;
  hideLegend?: boolean;
  hint?: string;
  id?: string;
  error?: string;
  chosen?: string | null;
  choices: ReadonlyArray<Choice>;
  onChange?: (value: string) => void;
  form?: string;
}>;

/** The first radio has the group's id. */
export function ChoiceRows({
  name,
  legend,
  hideLegend,
  hint,
  id = name,
  error,
  chosen,
  choices,
  onChange,
  form,
}: ChoiceRowsProps) {
  return (
    <fieldset data-invalid={error ? true : undefined} aria-describedby={describedBy(id, hint, error)}>
      <legend className={hideLegend ? "visually-hidden" : "label below-2"}>{legend}</legend>
      {hint ? (
        <p className="sm muted" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <div className="below-2">
          <FieldError id={`${id}-error`} error={error} />
        </div>
      ) : null}
      {choices.map(({ value, title, aside, text, disabled }, index) => (
        <label key={value} className={styles.choice}>
          <input
            className="tickbox"
            type="radio"
            id={index === 0 ? id : `${id}-${value}`}
            name={name}
            value={value}
            form={form}
            disabled={disabled}
            defaultChecked={value === chosen}
            onChange={onChange ? () => onChange(value) : undefined}
          />
          <b>{title}</b> <span>{aside}</span> {text ? <small>{text}</small> : null}
        </label>
      ))}
    </fieldset>
  );
}

function describedBy(id: string, hint: string | undefined, error: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
}
