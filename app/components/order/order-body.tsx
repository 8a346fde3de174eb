import { OrderAddresses, type OrderAddressesProps } from "#app/components/customer/order-addresses.tsx";
import { OrderLines } from "#app/components/customer/order-lines.tsx";
import { OrderProgress, type OrderProgressProps } from "#app/components/customer/order-progress.tsx";
import { OrderSums } from "#app/components/customer/order-sums.tsx";
import { Problem } from "#app/components/form/refusal-notice.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { FoldedGuarantee } from "#app/components/ui/folded-guarantee.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { WordsState } from "#app/models/order/words.ts";
import type { MoneyRow } from "#app/models/order/money-rows.ts";
import type { LegalGuaranteeNotice } from "#app/models/store/legal-guarantee.ts";

import { type Again, BoughtAgainNotice, BuyAgain } from "./buy-again.tsx";
import {
  DoneNotice,
  OrderActions,
  type OrderActionsProps,
  type OrderDone,
  RefundNotes,
  type RefundNotesProps,
  OrderPreorders,
  type OrderPreordersProps,
  WithdrawalNote,
} from "./order-actions.tsx";
import { type SpareGift, SpareGifts } from "./spare-gifts.tsx";

export type OrderBodyProps = OrderProgressProps &
  RefundNotesProps &
  OrderActionsProps &
  OrderPreordersProps &
  OrderAddressesProps &
  Readonly<{
    done: OrderDone;
    wordsStates: ReadonlyArray<WordsState>;
    madeForYou: ReadonlyArray<string | null>;
    spareGifts: ReadonlyArray<SpareGift>;
    money: ReadonlyArray<MoneyRow>;
    placedAtText: string;
    /** Who sells, for the printed page. */
    sellerText?: string;
    hasInvoice: boolean;
    problem: string | null;
    again: Again;
    legalGuarantee?: LegalGuaranteeNotice | undefined;
  }>;

type Place = Readonly<{ path: string; invoicePath: string }>;

/** An order as its customer sees it, in the account and behind the link of a guest's email. */
export function OrderBody({ place, ...props }: OrderBodyProps & Readonly<{ place: Place }>) {
  const { order, again } = props;
  return (
    <>
      <div className="row-head below-5">
        <div>
          <h1 className="d-lg">Order {order.number}</h1>
          <p className="muted">Placed on {props.placedAtText}</p>
          {props.sellerText ? <p className="print-only sm">{props.sellerText}</p> : null}
        </div>
        <div className="no-print cluster">
          {props.hasInvoice ? (
            <ButtonLink to={place.invoicePath} kind="line">
              <Icon name="print" size="small" />
              Invoice
            </ButtonLink>
          ) : null}
          <OrderActions {...props} />
        </div>
      </div>
      <WithdrawalNote {...props} />
      <Problem text={props.problem && `${props.problem}.`} />
      {again.done ? <BoughtAgainNotice text={again.done} /> : null}
      <DoneNotice {...props} />
      <OrderProgress {...props} />
      <OrderPreorders {...props} />
      {props.spareGifts.length > 0 ? (
        <div className="below-4">
          <SpareGifts gifts={props.spareGifts} />
        </div>
      ) : null}
      <RefundNotes {...props} />
      <OrderLines
        lines={order.lines}
        again={again.states}
        words={{ orderId: order.id, states: props.wordsStates, texts: props.madeForYou }}
      />
      <BuyAgain path={place.path} again={again} />
      <div className="beside above-6">
        <OrderAddresses order={order} needed={props.needed} />
        <OrderSums order={order} money={props.money} />
      </div>
      {props.legalGuarantee ? <FoldedGuarantee {...props.legalGuarantee} /> : null}
    </>
  );
}
