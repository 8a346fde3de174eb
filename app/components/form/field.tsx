import type { ReactNode } from "react";

import { Icon } from "#app/components/ui/icon.tsx";

/** Ids derive from names, so that server and browser render the same. */
export type FieldProps = Readonly<{
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  id?: string;
}>;

/** A label and a hint may have marks in them. */
type Frame = Omit<FieldProps, "label" | "hint"> & Readonly<{ label: ReactNode; hint?: ReactNode }>;

export function Field({
  name,
  label,
  hint,
  error,
  optional,
  id = name,
  children,
}: Frame & Readonly<{ children: ReactNode }>) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </label>{" "}
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
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
    <span className="error" id={id}>
      <Icon name="warn" size="small" />
      <span>{error}</span>
    </span>
  );
}

export function controlAttributes({ name, hint, error, id = name }: Omit<Frame, "label">) {
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    name,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
}

export function FieldGrid({ children }: Readonly<{ children: ReactNode }>) {
  return <div className="fields">{children}</div>;
}

export function FieldSpan({ children }: Readonly<{ children: ReactNode }>) {
  return <div className="whole">{children}</div>;
}

type Typed = Readonly<{
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}>;

export function fieldOf({ errors, values }: Typed, name: string) {
  return { name, value: values[name], error: errors[name] };
}
