import type { InputHTMLAttributes, ReactNode } from "react";

import { controlAttributes, FieldError } from "./field.tsx";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "type" | "value">;

export type CheckFieldProps = Native &
  Readonly<{
    name: string;
    label: ReactNode;
    value?: string;
    type?: "checkbox" | "radio";
    hint?: string;
    error?: string;
    id?: string;
  }>;

export function CheckField({
  name,
  label,
  value = "on",
  type = "checkbox",
  hint,
  error,
  id,
  ...rest
}: CheckFieldProps) {
  const ownId = id ?? name;
  return (
    <div>
      {error ? <FieldError id={`${ownId}-error`} error={error} /> : null}
      <label className="check">
        <input {...rest} {...controlAttributes({ name, hint, error, id: ownId })} type={type} value={value} />
        <span>{label}</span>
      </label>
      {hint ? (
        <p className="hint" id={`${ownId}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
