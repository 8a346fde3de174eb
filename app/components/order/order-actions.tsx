import { Link } from "@remix-run/react";

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { Order } from "#app/models/order/order.ts";
import type { LegalBasis } from "#app/models/order/returns/return.ts";
import { WITHDRAWAL_LABEL } from "#app/models/order/withdrawal-label.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import styles from "./order.module.css";

type RefundNote = Readonly<{ id: string; amount: Money; isCredit: boolean; status: "queued" | "completed" }>;

export type OrderMoneyProps = Readonly<{
  order: Order;
  refunds: ReadonlyArray<RefundNote>;
  returns: ReadonlyArray<
    Readonly<{ number: string; status: "requested" | "received"; legalBasis: LegalBasis | null }>
  >;
}>;

export function OrderMoney({ order, refunds, returns }: OrderMoneyProps) {
  const locale = useLocale();
  if (refunds.length === 0 && returns.length === 0) return null;
  return (
    <ul className={`sm ${styles.notes}`}>
      {returns.map(({ number, status, legalBasis }) => (
        <li key={number}>
          <Link className="link" to={paths.returnRequested(order.id, number)}>
            {legalBasis ? "Withdrawal" : "Return"} {number}
          </Link>
          {status === "requested" ? ": on its way to us" : legalBasis ? ": completed" : ": received"}
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id}>{refundText(refund, locale)}</li>
      ))}
    </ul>
  );
}

function refundText({ amount, isCredit, status }: RefundNote, locale: string): string {
  const sum = formatMoney(amount, locale);
  if (isCredit) return `We have given you a discount code for ${sum}.`;
  return status === "completed"
    ? `We have refunded ${sum} to your original payment method.`
    : `We are refunding ${sum}. Our payment provider has not confirmed it yet.`;
}

export type OrderActionsProps = Readonly<{
  order: Order;
  canCancel: boolean;
  canReturn: boolean;
  canWithdraw: boolean;
}>;

export function OrderActions({ order, canCancel, canReturn, canWithdraw }: OrderActionsProps) {
  return (
    <>
      {canCancel ? (
        <ButtonLink to={paths.cancelOrder(order.id)} kind="line">
          <Icon name="close" size="small" />
          Cancel order
        </ButtonLink>
      ) : null}
      {canReturn ? (
        <ButtonLink to={paths.returnOrder(order.id)} kind="line">
          <Icon name="return" size="small" />
          Return items
        </ButtonLink>
      ) : null}
      {canWithdraw ? (
        <ButtonLink to={paths.withdrawOrder(order.id)} kind="line">
          {WITHDRAWAL_LABEL}
        </ButtonLink>
      ) : null}
    </>
  );
}

export type OrderDone = "cancelled" | "words" | null;

export function DoneNotice({
  order,
  refunds,
  done,
}: Pick<OrderMoneyProps, "order" | "refunds"> & Readonly<{ done: OrderDone }>) {
  if (done === null) return null;
  const isOwed = refunds.some(({ isCredit }) => !isCredit);
  const text =
    done === "words"
      ? "Your words are changed."
      : `Your order has been cancelled.${isOwed ? " We are refunding your payment." : ""}`;
  return (
    <div className={`no-print ${styles.notice}`}>
      <Notice role="status">
        <p>
          {text} We have emailed {order.email}.
        </p>
      </Notice>
    </div>
  );
}
