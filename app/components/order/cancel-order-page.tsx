import { Form } from "@remix-run/react";

import { OrderLines } from "#app/components/customer/order-lines.tsx";
import { Problem } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { disputeTexts } from "#app/models/order/customer-order.ts";
import type { Order } from "#app/models/order/order.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { workBegun } from "#app/models/platform/made-for-you.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import { BackToOrder } from "./back-to-order.tsx";

type CancelOrderPageProps = Readonly<{
  order: Order;
  homePath: string;
  canCancel: boolean;
  /** Of a partly sent order: so many units of each line can be cancelled. Null: all of it, or nothing. */
  part: ReadonlyArray<number> | null;
  /** The shop has begun to make an item of it. */
  isWorkBegun: boolean;
  hasOpenDispute: boolean;
  refund: Money;
  problem: string | null;
}>;

function refundWords({ paidAt, totals }: Order, refund: Money, locale: string): string {
  if (refund.minor > 0)
    return `We’ll refund ${formatMoney(refund, locale)} to your original payment method and confirm by email.`;
  const isCharged = paidAt !== null && totals.total.minor > 0;
  return isCharged ? "You have already been refunded." : "You have not been charged.";
}

const UNSENT: Partial<Record<OrderStatus, string>> = {
  "payment-review": "We are checking your payment. We’ll email you once we have finished.",
  declined: "You have not been charged, and we will not send anything.",
};

function whyNot({ order: { status, lines }, isWorkBegun, hasOpenDispute }: CancelOrderPageProps): string {
  if (status === "disputed") return disputeTexts(hasOpenDispute).lead;
  if (UNSENT[status]) return UNSENT[status];
  const hasMadeItem = lines.some(({ personalisation }) => personalisation?.isReturnable === false);
  const rest = `You can return ${hasMadeItem ? "what was not made for you" : "it"} for a refund once it arrives.`;
  return `${isWorkBegun ? workBegun("part of this order") : "It has already been packed or sent"}. ${rest}`;
}

export function CancelOrderPage(props: CancelOrderPageProps) {
  const { order, homePath, canCancel, part, refund, problem } = props;
  const locale = useLocale();
  const what = part ? "items" : "order";
  const names = order.lines.flatMap(({ name }, at) => (part?.[at] ? [name] : []));
  const unsent = `We will not send ${part ? listText(names) : "any of it"}.`;
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack">
        <h1 className="d-lg">
          {canCancel
            ? `Cancel ${part ? "items of " : ""}order ${order.number}?`
            : `You cannot cancel order ${order.number} here`}
        </h1>
        <Problem text={problem && `${problem}.`} />
        <p className="lead">
          {canCancel ? `${unsent} ${refundWords(order, refund, locale)}` : whyNot(props)}
        </p>
      </div>
      {canCancel ? (
        <>
          {part ? null : <OrderLines lines={order.lines} />}
          <Form method="post" action={paths.cancelOrder(order.id)} className="column gap-6 above-8">
            <div className="cluster gap-3">
              <SubmitButton
                intent="cancel"
                kind="danger"
                label={`Cancel ${what}`}
                pendingLabel="Cancelling"
              />
              <ButtonLink to={homePath} kind="quiet">
                Keep {what}
              </ButtonLink>
            </div>
          </Form>
        </>
      ) : (
        <BackToOrder homePath={homePath} kind="quiet" />
      )}
    </div>
  );
}
