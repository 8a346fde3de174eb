import type { InputHTMLAttributes, TextareaHTMLAttributes } from "react";

import { EMAIL_MAX } from "#app/models/email/address.ts";

import { controlAttributes, Field, type FieldProps } from "./field.tsx";

type Native<Element> = Omit<Element, "name" | "id" | "className" | "value" | "defaultValue">;

export type TextFieldProps = FieldProps &
  Native<InputHTMLAttributes<HTMLInputElement>> &
  Readonly<{
    value?: string;
    /** 9 rem, 16 rem or the whole column (default). */
    width?: "short" | "medium" | "full";
  }>;

export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, optional, id, value, type = "text", width = "full", ...rest } = props;
  const field = { name, label, hint, error, optional, id };
  return (
    <Field {...field}>
      <input
        {...rest}
        {...controlAttributes(field)}
        type={type}
        defaultValue={value}
        className={width === "full" ? "input" : `input ${width}`}
      />
    </Field>
  );
}

type EmailFieldProps = Omit<FieldProps, "label"> &
  Readonly<{
    label?: string;
    value?: string;
    autoComplete?: "email" | "username";
  }>;

export function EmailField({ label = "Email address", autoComplete = "email", ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_MAX}
    />
  );
}

export type TextAreaFieldProps = FieldProps &
  Native<TextareaHTMLAttributes<HTMLTextAreaElement>> &
  Readonly<{ value?: string }>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, label, hint, error, optional, id, value, rows = 4, ...rest } = props;
  const field = { name, label, hint, error, optional, id };
  return (
    <Field {...field}>
      <textarea
        {...rest}
        {...controlAttributes(field)}
        rows={rows}
        defaultValue={value}
        className="textarea"
      />
    </Field>
  );
}
