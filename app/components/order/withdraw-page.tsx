import { Form } from "@remix-run/react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { MadeForYou } from "#app/components/order/made-for-you.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { Order } from "#app/models/order/order.ts";
import type { ReturnState } from "#app/models/order/returns/return.ts";
import { paths } from "#app/paths.ts";

import { CheckForm, type ReturnPreview, UnitsLine } from "./return-sums.tsx";

type Fields = Readonly<Record<string, string>>;

type WithdrawPageProps = Readonly<{
  order: Order;
  homePath: string;
  formKey: string;
  /** Units of each line from whose contract the buyer can withdraw. */
  left: ReadonlyArray<number>;
  state: ReturnState;
  /** The last day of the right; null before delivery. */
  untilText: string | null;
  sellerName: string;
  /** What the buyer may still do with each item that has words, or null. */
  madeForYou: ReadonlyArray<string | null>;
  /** With the units of each line to be confirmed; null in the first step. */
  check: ReturnPreview | null;
  errors: Fields;
  values: Fields;
}>;

export function WithdrawPage(props: WithdrawPageProps) {
  const { order, homePath, state, check, errors } = props;
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack">
        <h1 className="d-lg">Withdraw from contract</h1>
        <p className="lead">{leadOf(props)}</p>
      </div>
      <div className="above-8">
        <ErrorSummary errors={errors} />
      </div>
      {state === "open"
        ? null
        : order.lines.map((line, index) => (
            <MadeForYou
              key={`${line.variantId} ${line.variantLabel ?? ""}`}
              line={line}
              text={props.madeForYou[index]}
            />
          ))}
      {state === "open" ? (
        check ? (
          <Confirmation {...props} check={check} />
        ) : (
          <Choice {...props} />
        )
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

function leadOf({ order, state, untilText, check }: WithdrawPageProps): string {
  switch (state) {
    case "open":
      if (check) return "Check your declaration. It is sent when you confirm.";
      return `Choose the items of order ${order.number}${untilText ? `, until ${untilText}` : ""}. You do not have to give a reason.`;
    case "late":
      return `The last day to withdraw from order ${order.number} was ${untilText ?? "some time ago"}. If something is faulty, contact us: you have longer to tell us.`;
    case "announced":
      return `You have already told us about everything in order ${order.number}.`;
    case "nothing":
      return `There is nothing in order ${order.number} that you can withdraw from.`;
  }
}

function Choice(props: WithdrawPageProps) {
  const { order, homePath, formKey, left, errors, values, madeForYou } = props;
  return (
    <Form method="post" action={paths.withdrawOrder(order.id)} className="column gap-6 above-8" noValidate>
      <input type="hidden" name="key" value={formKey} />
      <div>
        {order.lines.map((line, index) => {
          const most = left[index] ?? 0;
          if (most === 0)
            return (
              <MadeForYou
                key={`${line.variantId} ${line.variantLabel ?? ""}`}
                line={line}
                text={madeForYou[index]}
              />
            );
          const key = `${line.variantId} ${line.variantLabel ?? ""}`;
          return <UnitsLine key={key} {...{ line, index, most, errors, values }} units={most} />;
        })}
      </div>
      <div className="cluster gap-3">
        <SubmitButton label="Continue" pendingLabel="Continuing" intent="continue" />
        <ButtonLink to={homePath} kind="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

type ConfirmationProps = WithdrawPageProps & Readonly<{ check: ReturnPreview }>;

function Confirmation({ sellerName, ...props }: ConfirmationProps) {
  const { order, check } = props;
  const { first_name: first, last_name: last } = order.billingAddress;
  return (
    <CheckForm
      {...props}
      action={paths.withdrawOrder(order.id)}
      confirmLabel="Confirm withdrawal"
      isDayOptional
    >
      <div className="stack">
        <p>{`I, ${first} ${last}, withdraw from my contract with ${sellerName} for these items of order ${order.number}:`}</p>
        <ul className="column gap-1 above-4 below-4">
          {check.items.map((item, at) => (
            <li key={`${at} ${item}`}>{item}</li>
          ))}
        </ul>
        {order.email ? <p className="muted">We will email the receipt to {order.email}.</p> : null}
      </div>
    </CheckForm>
  );
}
