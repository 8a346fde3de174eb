import { Link } from "@remix-run/react";
import { Fragment } from "react";

import { fieldOf } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { TextAreaField } from "#app/components/form/text-field.tsx";
import { madeForYouText } from "#app/models/platform/made-for-you.ts";
import type { OrderLine } from "#app/models/order/order.ts";
import { mayReturn, RETURN_NOTE_MAX, RETURN_REASONS } from "#app/models/order/returns/return.ts";
import { paths } from "#app/paths.ts";

import { type ReturnFormProps, ReturnSteps, UnitsLine } from "./return-sums.tsx";

type ReturnPageProps = ReturnFormProps &
  Readonly<{
    returnNumbers: ReadonlyArray<string>;
    costText: string;
    /** What the returns number is for. */
    numberText: string;
  }>;

export function ReturnPage(props: ReturnPageProps) {
  const { order, state, check, left, costText, errors, values } = props;
  return (
    <ReturnSteps
      {...props}
      action={paths.returnOrder(order.id)}
      title="Return items"
      lead={leadOf(props)}
      about={state === "open" ? check ? null : <p className="sm muted">{costText}</p> : <WhyNot {...props} />}
      confirmLabel="Confirm return"
    >
      <div>
        {order.lines.map((line, index) => {
          const most = left[index] ?? 0;
          const key = `${line.variantId} ${line.variantLabel ?? ""}`;
          return most > 0 ? <Line key={key} {...{ line, index, most, errors, values }} /> : null;
        })}
      </div>
      <TextAreaField
        {...fieldOf({ errors, values }, "note")}
        label="Anything else we should know"
        optional
        maxLength={RETURN_NOTE_MAX}
      />
    </ReturnSteps>
  );
}

function leadOf({ order: { number }, state, check, untilText, numberText }: ReturnPageProps): string {
  if (check) return "Check your return. It is sent when you confirm.";
  return state === "open"
    ? `Choose what to return from order ${number}${untilText ? `, until ${untilText}` : ""}. ${numberText}`
    : `There is nothing in order ${number} that you can return here now.`;
}

function WhyNot({ order, state, returnNumbers, untilText }: ReturnPageProps) {
  if (state === "late" && untilText)
    return (
      <p className="muted">
        The last day to return this order was {untilText}. If something is faulty, contact us: you have longer
        to tell us.
      </p>
    );
  if (state !== "announced") return null;
  return (
    <p className="muted">
      You have already told us what you are returning:{" "}
      {returnNumbers.map((number, index) => (
        <Fragment key={number}>
          {index > 0 ? ", " : null}
          <Link className="link" to={paths.returnRequested(order.id, number)}>
            return {number}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  );
}

type LineProps = Pick<ReturnFormProps, "errors" | "values"> &
  Readonly<{ line: OrderLine; index: number; most: number }>;

function Line({ line, errors, values, ...rest }: LineProps) {
  const reason = `reason-${rest.index}`;
  const reasons = RETURN_REASONS.filter(({ key }) => mayReturn(line.personalisation, key));
  const about = reasons.length < RETURN_REASONS.length && line.personalisation && (
    <p className="sm muted">{madeForYouText(line.personalisation, "made")}</p>
  );
  return (
    <UnitsLine {...rest} {...{ line, errors, values, about }} units={0}>
      <SelectField
        name={reason}
        label="Reason"
        value={values[reason] ?? ""}
        error={errors[reason]}
        options={[
          { value: "", label: "Choose a reason" },
          ...reasons.map(({ key, label }) => ({ value: key, label })),
        ]}
      />
    </UnitsLine>
  );
}
