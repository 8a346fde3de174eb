import { type DeskAnswer, DeskErrors } from "#app/components/desk/desk-form.tsx";
import { DeskBack } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { type PaymentReviewData, PaymentReviewPanel } from "./payment-review.tsx";

type Props = Readonly<{
  number: number;
  /** Null: it is not, or no longer, under review. */
  review: PaymentReviewData | null;
  answer: DeskAnswer;
}>;

export function OrderPaymentPage({ number, review, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.order(number)}>Order {number}</DeskBack>
      <div className="head">
        <h1 className="h1">Payment of order {number}</h1>
      </div>
      <DeskErrors answer={answer} labels={{}} />
      {review ? (
        <PaymentReviewPanel number={number} review={review} />
      ) : (
        <p className="panel">The payment of this order is not under review.</p>
      )}
    </>
  );
}
