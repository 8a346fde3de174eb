import { Link } from "@remix-run/react";

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { OrderRefund } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import type { LegalBasis } from "#app/models/order/returns/return.ts";
import { WITHDRAWAL_LABEL } from "#app/models/order/withdrawal-label.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

type RefundNote = Pick<
  OrderRefund,
  "id" | "creditNote" | "amount" | "isCredit" | "isPaidAnotherWay" | "status"
>;

export type RefundNotesProps = Readonly<{
  order: Order;
  refunds: ReadonlyArray<RefundNote>;
  returns: ReadonlyArray<
    Readonly<{ number: string; status: "requested" | "received"; legalBasis: LegalBasis | null }>
  >;
}>;

export function RefundNotes({ order, refunds, returns }: RefundNotesProps) {
  const locale = useLocale();
  if (refunds.length === 0 && returns.length === 0) return null;
  return (
    <ul className="sm column gap-1 above-4 below-4">
      {returns.map(({ number, status, legalBasis }) => (
        <li key={number}>
          <Link className="link" to={paths.returnRequested(order.id, number)}>
            {legalBasis ? "Withdrawal" : "Return"} {number}
          </Link>
          {status === "requested" ? ": on its way to us" : legalBasis ? ": completed" : ": received"}
        </li>
      ))}
      {refunds
        .filter(({ status }) => status !== "void")
        .map((refund) => (
          <li key={refund.id}>
            {refundText(refund, locale)}{" "}
            {refund.creditNote ? (
              <Link className="link" to={paths.creditNote(order.id, refund.creditNote)}>
                Credit note {refund.creditNote}
              </Link>
            ) : null}
          </li>
        ))}
    </ul>
  );
}

function refundText({ amount, isCredit, isPaidAnotherWay, status }: RefundNote, locale: string): string {
  const sum = formatMoney(amount, locale);
  if (isPaidAnotherWay) return `We have paid you back ${sum} another way.`;
  if (isCredit) return `We have given you a discount code for ${sum}.`;
  if (status === "failed")
    return `Our refund of ${sum} was not accepted. We still owe you this money: please email or call us.`;
  return status === "completed"
    ? `We have refunded ${sum} to your original payment method.`
    : `We are refunding ${sum}. Our payment provider has not confirmed it yet.`;
}

export type OrderPreordersProps = Readonly<{
  order: Order;
  preorders: ReadonlyArray<
    Readonly<{
      position: number;
      text: string | null;
      /** What was said before its day moved; null if it has not, or its buyer waits. */
      before: string | null;
      canCancel: boolean;
    }>
  >;
}>;

export function OrderPreorders({ order, preorders }: OrderPreordersProps) {
  return preorders.map(({ position, text, before, canCancel }) => (
    <div key={position} className="below-4">
      <Notice kind={before ? "warn" : "info"}>
        <p>
          {before ? (
            <>
              <b>The day of your pre-order has moved.</b> We had told you: “{before}”{" "}
            </>
          ) : null}
          {text}{" "}
          {before || canCancel ? (
            <Link className="link no-print" to={paths.preorder(order.id, position)}>
              {before ? (canCancel ? "Wait or cancel" : "Wait for it") : "Cancel pre-order"}
            </Link>
          ) : null}
        </p>
      </Notice>
    </div>
  ));
}

export type OrderActionsProps = Readonly<{
  order: Order;
  canCancel: boolean;
  canReturn: boolean;
  canWithdraw: boolean;
}>;

export function OrderActions({ order, canCancel, canReturn }: OrderActionsProps) {
  return (
    <>
      {canCancel ? (
        <ButtonLink to={paths.cancelOrder(order.id)} kind="line">
          <Icon name="close" size="small" />
          {order.status === "partially-shipped" ? "Cancel items" : "Cancel order"}
        </ButtonLink>
      ) : null}
      {canReturn ? (
        <ButtonLink to={paths.returnOrder(order.id)} kind="line">
          <Icon name="return" size="small" />
          Return items
        </ButtonLink>
      ) : null}
    </>
  );
}

/** What the law gives, beside what the shop offers on its own. */
export function WithdrawalNote({ order, canReturn, canWithdraw }: OrderActionsProps) {
  if (!canWithdraw) return null;
  return (
    <p className="sm no-print below-4">
      <Link className="link" to={paths.withdrawOrder(order.id)}>
        {WITHDRAWAL_LABEL}
      </Link>
      : your right by law, without a reason and with a receipt by email at once.
      {canReturn ? " “Return items” is our own promise beside it." : ""}
    </p>
  );
}

export const ORDER_DONE = ["cancelled", "items", "words", "preorder", "waiting"] as const;
export type OrderDone = (typeof ORDER_DONE)[number] | null;

const DONE_TEXT = {
  cancelled: "Your order has been cancelled.",
  items: "The items have been cancelled.",
  preorder: "Your pre-order has been cancelled.",
  waiting: "Thank you for waiting.",
} as const;

function wordsChangedText({ lines }: RefundNotesProps["order"]): string {
  const names = new Set(lines.flatMap(({ personalisation }) => personalisation?.name.toLowerCase() ?? []));
  const [name = ""] = names;
  return `We have saved your new ${names.size === 1 ? name : "personalisation"}.`;
}

export function DoneNotice({
  order,
  refunds,
  done,
}: Pick<RefundNotesProps, "order" | "refunds"> & Readonly<{ done: OrderDone }>) {
  if (done === null) return null;
  const isOwed = refunds.some(({ isCredit }) => !isCredit);
  const isRefunded = isOwed && (done === "cancelled" || done === "preorder");
  return (
    <div className="no-print below-4">
      <Notice role="status">
        <p>
          {done === "words" ? wordsChangedText(order) : DONE_TEXT[done]}
          {isRefunded ? " We are refunding your payment." : ""}
          {done === "waiting" || !order.email ? null : ` We have emailed ${order.email}.`}
        </p>
      </Notice>
    </div>
  );
}
