/** What the forms of a return and of a withdrawal share. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { SumList } from "#app/components/checkout/sums.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import type { OrderLine } from "#app/models/order/order.ts";

type ReturnMethod = "send" | "bring";

export type ReturnPreview = Readonly<{
  /** "2 × Stacking Rings, Oak" */
  items: ReadonlyArray<string>;
  method: ReturnMethod;
  /** What may be chosen in its place; null: nothing. */
  otherMethod: ReturnMethod | null;
  /** How the items go back. */
  ways: ReadonlyArray<string>;
  rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
  total: string;
  /** Minor units of the total, which travel with the form. */
  sum: string;
  /** On which two people can collect. */
  days: ReadonlyArray<Readonly<{ value: string; label: string }>>;
}>;

type Fields = Readonly<Record<string, string>>;

type LineProps = Readonly<{
  line: OrderLine;
  index: number;
  most: number;
  /** Chosen at first. */
  units: number;
  errors: Fields;
  values: Fields;
  about?: ReactNode;
  children?: ReactNode;
}>;

export function UnitsLine({ line, index, most, units, errors, values, about, children }: LineProps) {
  const name = `units-${index}`;
  const counts = Array.from({ length: most + 1 }, (_, count) => String(count));
  const quantity = (
    <SelectField
      name={name}
      label="Quantity"
      value={values[name] ?? String(units)}
      error={errors[name]}
      options={counts.map((count) => ({ value: count, label: count === "0" ? "None" : count }))}
    />
  );
  return (
    <section className="column gap-3 section-line" aria-label={`Item ${index + 1}: ${line.name}`}>
      <div>
        <h2 className="strong">{line.name}</h2>
        {line.variantLabel ? <p className="sm muted">{line.variantLabel}</p> : null}
        {about}
      </div>
      {children ? (
        <div className="beside gap-3">
          {quantity}
          {children}
        </div>
      ) : (
        quantity
      )}
    </section>
  );
}

type CheckProps = Readonly<{
  action: string;
  formKey: string;
  check: ReturnPreview;
  values: Fields;
  errors: Fields;
  confirmLabel: string;
  /** Without a day it is agreed later. */
  isDayOptional?: boolean;
  children?: ReactNode;
}>;

/** The second step: how the items go back, the day where two people collect them, and the sums. */
export function CheckForm({ action, check, values, errors, isDayOptional = false, ...rest }: CheckProps) {
  const { ways, days, rows, total, otherMethod, sum, method } = check;
  const { "collect-on": day = "", ...fields } = values;
  const other = otherMethod === "bring" ? "I will bring it to you, free" : "Send it back instead";
  return (
    <Form method="post" action={action} className="column gap-6 above-8" noValidate>
      {Object.entries({ ...fields, key: rest.formKey, sum, method }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {rest.children}
      <div className="stack">
        {ways.map((way) => (
          <p key={way}>{way}</p>
        ))}
      </div>
      {days.length > 0 ? (
        <SelectField
          name="collect-on"
          label="Day of collection"
          optional={isDayOptional}
          value={day}
          error={errors["collect-on"]}
          options={[{ value: "", label: isDayOptional ? "Agree a day later" : "Choose a day" }, ...days]}
        />
      ) : null}
      <SumList id="sum" rows={rows} totalLabel="You get back" total={total} />
      <div className="cluster gap-3">
        <SubmitButton label={rest.confirmLabel} pendingLabel="Sending" intent="confirm" />
        {otherMethod ? (
          <SubmitButton label={other} pendingLabel="Changing" intent={otherMethod} kind="quiet" />
        ) : null}
        <SubmitButton label="Change items" pendingLabel="Changing" intent="change" kind="quiet" />
      </div>
    </Form>
  );
}
