import type { SelectHTMLAttributes } from "react";

import { controlAttributes, Field, type FieldProps } from "./field.tsx";

type Options = ReadonlyArray<Readonly<{ value: string; label: string }>>;

type Native = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "name" | "id" | "className" | "value" | "defaultValue" | "children"
>;

export type SelectFieldProps = FieldProps & Native & Readonly<{ value?: string; options: Options }>;

/** Never navigates by itself (WCAG 3.2.2): a button does. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, error, optional, id, value, options, ...rest } = props;
  const field = { name, label, hint, error, optional, id };
  return (
    <Field {...field}>
      <Select {...rest} {...controlAttributes(field)} value={value} options={options} />
    </Field>
  );
}

export type SelectProps = Omit<Native, "aria-label"> &
  Readonly<{ id?: string; name: string; value?: string; options: Options; "aria-label"?: string }>;

export function Select({ value, options, ...rest }: SelectProps) {
  return (
    <select {...rest} defaultValue={value} className="select">
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
