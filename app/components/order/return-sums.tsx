/** What the forms of a return and of a withdrawal share. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { SumList } from "#app/components/checkout/sums.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { Order, OrderLine } from "#app/models/order/order.ts";
import type { ReturnState } from "#app/models/order/returns/return.ts";

import { BackToOrder } from "./back-to-order.tsx";

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

export type StepProps = Readonly<{
  /** Makes the form idempotent. */
  formKey: string;
  /** With the units of each line to be confirmed; null in the first step. */
  check: ReturnPreview | null;
  errors: Fields;
  values: Fields;
}>;

export type ReturnFormProps = StepProps &
  Readonly<{
    order: Order;
    homePath: string;
    /** Units of each line that can be chosen. */
    left: ReadonlyArray<number>;
    state: ReturnState;
    /** The last day; null before delivery. */
    untilText: string | null;
  }>;

type Answer = Omit<StepProps, "formKey"> & Readonly<{ key: string | null }>;

/** The key of the first step stays, so that a repeated confirmation is the same return. */
export function stepProps(formKey: string, answer: Answer | undefined): StepProps {
  const { key, check = null, errors = {}, values = {} } = answer ?? {};
  return { formKey: key ?? formKey, check, errors, values };
}

type StepsProps = ReturnFormProps &
  Readonly<{
    action: string;
    title: string;
    lead: string;
    about?: ReactNode;
    /** In place of the fields, where nothing can be chosen. */
    closed?: ReactNode;
    confirmLabel: string;
    /** What the second step says first. */
    declaration?: ReactNode;
    /** Without a day it is agreed later. */
    isDayOptional?: boolean;
    /** The fields of the first step. */
    children: ReactNode;
  }>;

export function ReturnSteps({ title, lead, about, closed, children, check, ...props }: StepsProps) {
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack">
        <h1 className="d-lg">{title}</h1>
        <p className="lead">{lead}</p>
        {about}
      </div>
      <div className="above-8">
        <ErrorSummary errors={props.errors} />
      </div>
      {check ? (
        <CheckForm {...props} check={check} />
      ) : props.state === "open" ? (
        <Form method="post" action={props.action} className="column gap-6 above-8" noValidate>
          <input type="hidden" name="key" value={props.formKey} />
          {children}
          <div className="cluster gap-3">
            <SubmitButton label="Continue" pendingLabel="Continuing" intent="continue" />
            <ButtonLink to={props.homePath} kind="quiet">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      ) : (
        <>
          {closed}
          <BackToOrder homePath={props.homePath} />
        </>
      )}
    </div>
  );
}

type LineProps = Pick<StepProps, "errors" | "values"> &
  Readonly<{
    line: OrderLine;
    index: number;
    most: number;
    /** Chosen at first. */
    units: number;
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

type CheckProps = Omit<StepsProps, "title" | "lead" | "about" | "closed" | "children" | "check"> &
  Readonly<{ check: ReturnPreview }>;

/** The second step: how the items go back, the day where two people collect them, and the sums. */
function CheckForm({ action, check, values, errors, isDayOptional = false, ...rest }: CheckProps) {
  const { ways, days, rows, total, otherMethod, sum, method } = check;
  const { "collect-on": day = "", ...fields } = values;
  const other = otherMethod === "bring" ? "I will bring it to you, free" : "Send it back instead";
  return (
    <Form method="post" action={action} className="column gap-6 above-8" noValidate>
      {Object.entries({ ...fields, key: rest.formKey, sum, method }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {rest.declaration}
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
