import { Panel } from "#app/components/desk/desk-back.tsx";
import { Sum } from "#app/components/desk/order-aside.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton, DeskLink } from "#app/components/desk/desk-parts.tsx";

export type PaymentReviewData = Readonly<{
  expected: string;
  paid: ReadonlyArray<string>;
  elsewhere: ReadonlyArray<string>;
  back: string | null;
  reasons: ReadonlyArray<string>;
  provider: string;
  reference: string;
  mayQuery: boolean;
  mayCancel: boolean;
}>;

type Props = Readonly<{ number: number; review: PaymentReviewData }>;

export function PaymentReviewPanel({ number, review }: Props) {
  const { expected, paid, elsewhere, back, reasons, provider, reference, mayQuery, mayCancel } = review;
  return (
    <Panel className="stack" title="Payment under review" id="payment-review">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <dl className="sums">
        <Sum label="Expected" amount={expected} />
        <Sums label="Paid" amounts={paid.length > 0 ? paid : ["Nothing for this order"]} />
        <Sums label="Reported for another order" amounts={elsewhere} />
        <Sums label="Refunded at the provider" amounts={back ? [back] : []} />
      </dl>
      <p className="sm muted">
        Nothing is sent meanwhile. To find the payment at your payment provider ({provider}), search for{" "}
        <span className="mono">{reference}</span>.
      </p>
      <div className="acts">
        {mayQuery ? (
          <form method="post" action={deskPaths.orderPayment(number)}>
            <DeskButton intent="query" look="plain">
              Ask the provider again
            </DeskButton>
          </form>
        ) : null}
        {mayCancel ? (
          <DeskLink href={deskPaths.cancelOrder(number)} look="danger">
            Cancel and refund…
          </DeskLink>
        ) : null}
      </div>
      {mayQuery ? (
        <p className="xs muted">
          If the provider says by now that the right sum was paid, the order goes on to be packed.
        </p>
      ) : null}
    </Panel>
  );
}

function Sums({ label, amounts }: Readonly<{ label: string; amounts: ReadonlyArray<string> }>) {
  return amounts.map((amount, index) => (
    // Two payments may be of the same sum.
    <Sum key={index} label={label} amount={amount} />
  ));
}
