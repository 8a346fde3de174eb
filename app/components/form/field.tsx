import type { ReactNode } from "react";

import { Icon } from "#app/components/ui/icon.tsx";
import styles from "./field.module.css";

/** What every field of a form has. Ids follow from the name, so that two renders are equal. */
export type FieldProps = Readonly<{
  name: string;
  label: string;
  hint?: string;
  /** What is wrong and how to put it right. */
  error?: string;
  /** Says so in the label; fields that must be filled say nothing. */
  optional?: boolean;
  /** The id when the name is used twice on a page. */
  id?: string;
}>;

/** Label, hint and error above whatever is filled in. */
export function Field({
  name,
  label,
  hint,
  error,
  optional,
  id = name,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional ? <span className={styles.optional}> (optional)</span> : null}
      </label>{" "}
      {hint ? (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}{" "}
      {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      {children}
    </div>
  );
}

export function FieldError({ id, error }: Readonly<{ id: string; error: string }>) {
  return (
    <span className={styles.error} id={id}>
      <Icon name="warn" size="small" />
      <span>{error}</span>
    </span>
  );
}

/** The attributes that tie a control to its label, hint and error. */
export function controlAttributes({ name, hint, error, id = name }: Omit<FieldProps, "label">) {
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    name,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
}

/** Two fields beside each other where there is room. */
export function FieldGrid({ children }: Readonly<{ children: ReactNode }>) {
  return <div className={styles.grid}>{children}</div>;
}

/** A child of a FieldGrid that takes both columns. */
export function FieldSpan({ children }: Readonly<{ children: ReactNode }>) {
  return <div className={styles.span}>{children}</div>;
}
