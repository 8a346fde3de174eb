import { Form, Link } from "@remix-run/react";
import { Fragment } from "react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextAreaField } from "#app/components/form/text-field.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { madeForYouText } from "#app/models/platform/made-for-you.ts";
import type { Order, OrderLine } from "#app/models/order/order.ts";
import {
  mayReturn,
  RETURN_NOTE_MAX,
  RETURN_REASONS,
  type ReturnState,
} from "#app/models/order/returns/return.ts";
import { paths } from "#app/paths.ts";

import { CheckForm, type ReturnPreview, UnitsLine } from "./return-sums.tsx";

type Fields = Readonly<Record<string, string>>;

type ReturnPageProps = Readonly<{
  order: Order;
  homePath: string;
  /** Makes the form idempotent. */
  formKey: string;
  /** Returnable quantity of each line. */
  left: ReadonlyArray<number>;
  /** Null in the first step. */
  check: ReturnPreview | null;
  state: ReturnState;
  returnNumbers: ReadonlyArray<string>;
  /** The last day for a return; null before delivery. */
  untilText: string | null;
  costText: string;
  /** What the returns number is for. */
  numberText: string;
  errors: Fields;
  values: Fields;
}>;

export function ReturnPage(props: ReturnPageProps) {
  const { order, homePath, state, untilText, costText, errors } = props;
  const canReturn = state === "open";
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack">
        <h1 className="d-lg">Return items</h1>
        <p className="lead">
          {props.check
            ? "Check your return. It is sent when you confirm."
            : canReturn
              ? `Choose what to return from order ${order.number}${untilText ? `, until ${untilText}` : ""}. ${props.numberText}`
              : `There is nothing in order ${order.number} that you can return here now.`}
        </p>
        {canReturn && !props.check ? <p className="sm muted">{costText}</p> : null}
        {canReturn ? null : <WhyNot {...props} />}
      </div>
      <div className="above-8">
        <ErrorSummary errors={errors} />
      </div>
      {props.check ? (
        <CheckForm
          {...props}
          action={paths.returnOrder(order.id)}
          check={props.check}
          confirmLabel="Confirm return"
        />
      ) : canReturn ? (
        <ReturnForm {...props} />
      ) : (
        <p className="column gap-6 above-8">
          <ButtonLink to={homePath} kind="line">
            Back to the order
          </ButtonLink>
        </p>
      )}
    </div>
  );
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

function ReturnForm({ order, homePath, left, errors, values, ...rest }: ReturnPageProps) {
  return (
    <Form method="post" action={paths.returnOrder(order.id)} className="column gap-6 above-8" noValidate>
      <input type="hidden" name="key" value={rest.formKey} />
      <div>
        {order.lines.map((line, index) =>
          (left[index] ?? 0) > 0 ? (
            <Line
              key={`${line.variantId} ${line.variantLabel ?? ""}`}
              line={line}
              index={index}
              left={left[index] ?? 0}
              errors={errors}
              values={values}
            />
          ) : null,
        )}
      </div>
      <TextAreaField
        {...fieldOf({ errors, values }, "note")}
        label="Anything else we should know"
        optional
        maxLength={RETURN_NOTE_MAX}
      />
      <div className="cluster gap-3">
        <SubmitButton label="Continue" pendingLabel="Continuing" intent="continue" />
        <ButtonLink to={homePath} kind="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

type LineProps = Readonly<{ line: OrderLine; index: number; left: number; errors: Fields; values: Fields }>;

function Line({ line, index, left, errors, values }: LineProps) {
  const reason = `reason-${index}`;
  const reasons = RETURN_REASONS.filter(({ key }) => mayReturn(line.personalisation, key));
  const about = reasons.length < RETURN_REASONS.length && line.personalisation && (
    <p className="sm muted">{madeForYouText(line.personalisation, "made")}</p>
  );
  return (
    <UnitsLine {...{ line, index, errors, values, about }} most={left} units={0}>
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
