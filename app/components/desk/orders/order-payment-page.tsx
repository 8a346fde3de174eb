import { CodeField, type DeskAnswer, DeskErrors } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { type PaymentReviewData, PaymentReviewPanel } from "./payment-review.tsx";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

type Props = Readonly<{
  number: number;
  /** Null: it is not, or no longer, under review. */
  review: PaymentReviewData | null;
  /** A refund that failed, of which somebody says that it was paid another way. */
  owed?: Readonly<{ id: string; sum: string; mayBeAtProvider: boolean }>;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

export function OrderPaymentPage({ number, review, owed, isConfirmed, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.order(number)}>Order {number}</DeskBack>
      <DeskHead title={`Payment of order ${number}`} />
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      {owed ? (
        <form className="panel stack" method="post">
          <input type="hidden" name="refund" value={owed.id} />
          <p>
            Have you paid the customer the {owed.sum} that they are owed? It is then not sent again, and they
            get an email.
          </p>
          <CodeField answer={answer} isConfirmed={isConfirmed} why="You move money, so we ask once more." />
          <div className="acts">
            <DeskButton intent="paid-back" look="plain">
              Paid back another way
            </DeskButton>
            {owed.mayBeAtProvider ? (
              <DeskButton intent="at-provider">Refunded at the payment provider</DeskButton>
            ) : null}
          </div>
        </form>
      ) : review ? (
        <PaymentReviewPanel number={number} review={review} />
      ) : (
        <p className="panel">The payment of this order is not under review.</p>
      )}
    </>
  );
}
