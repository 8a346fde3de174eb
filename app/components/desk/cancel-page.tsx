import { deskPaths } from "#app/desk-paths.ts";

import { CodeField, type DeskAnswer, DeskErrors, DeskField } from "./desk-form.tsx";
import { DeskBack, DeskHead } from "./desk-back.tsx";
import { DeskLink } from "./desk-parts.tsx";

type Props = Readonly<{
  number: number;
  status: string;
  customer: string;
  isPossible: boolean;
  refund: string | null;
  /** True: nothing was taken out of stock, and without a refund nobody is emailed. */
  isUnpaid: boolean;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

export function CancelPage(props: Props) {
  const { number, status, customer, isPossible, refund, isUnpaid, isConfirmed, answer } = props;
  return (
    <>
      <DeskBack href={deskPaths.order(number)}>Order {number}</DeskBack>
      <DeskHead title={`Cancel order ${number}?`} />
      <DeskErrors answer={answer} labels={{ reason: "Reason", code: "Code" }} />
      {isPossible ? (
        <form className="panel stack" method="post">
          <input type="hidden" name="shown" value={status} />
          <ul className="stack-s">
            <li>
              {refund ? `${refund} is refunded to the original payment method.` : "Nothing is refunded."}
            </li>
            <li>
              {isUnpaid ? "Others can buy the items again" : "The items go back in stock"}, and a discount
              code can be used again.
            </li>
            <li>
              {isUnpaid && !refund ? "No email is sent." : `${customer} gets an email.`} This cannot be taken
              back.
            </li>
          </ul>
          <DeskField
            name="reason"
            label="Reason"
            hint="For the log and the order"
            maxLength={200}
            answer={answer}
          />
          <CodeField answer={answer} isConfirmed={isConfirmed} why="You move money, so we ask once more." />
          <div className="acts">
            <button className="btn btn--danger">Cancel order</button>
            <DeskLink href={deskPaths.order(number)} look="quiet">
              Keep order
            </DeskLink>
          </div>
        </form>
      ) : (
        <p className="panel">This order cannot be cancelled now. Its page shows what you can do.</p>
      )}
    </>
  );
}
