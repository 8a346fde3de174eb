import { OrderAddresses } from "#app/components/account/order-addresses.tsx";
import { OrderLines } from "#app/components/account/order-lines.tsx";
import { OrderProgress, type OrderProgressProps } from "#app/components/account/order-progress.tsx";
import { OrderSums } from "#app/components/account/order-sums.tsx";
import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { WordsState } from "#app/models/order/words.ts";
import type { Money } from "#app/models/shared/money.ts";

import { type Again, BoughtAgainNotice, BuyAgain } from "./buy-again.tsx";
import {
  DoneNotice,
  OrderActions,
  type OrderActionsProps,
  type OrderDone,
  OrderMoney,
  type OrderMoneyProps,
} from "./order-actions.tsx";
import styles from "./order.module.css";

export type OrderBodyProps = OrderProgressProps &
  OrderMoneyProps &
  OrderActionsProps &
  Readonly<{
    done: OrderDone;
    wordsStates: ReadonlyArray<WordsState>;
    waits: ReadonlyArray<string | null>;
    refunded: Money;
    placedAtText: string;
    /** Who sells, for the printed page. */
    sellerText?: string;
    hasInvoice: boolean;
    problem: string | null;
    again: Again;
  }>;

type Place = Readonly<{ path: string; invoicePath: string; footClass: string | undefined }>;

/** An order as its customer sees it, in the account and behind the link of a guest's email. */
export function OrderBody({ place, ...props }: OrderBodyProps & Readonly<{ place: Place }>) {
  const { order, again } = props;
  return (
    <>
      <div className={`row-head ${styles.head}`}>
        <div>
          <h1 className="d-lg">Order {order.number}</h1>
          <p className="muted">Placed on {props.placedAtText}</p>
          {props.sellerText ? <p className="print-only sm">{props.sellerText}</p> : null}
        </div>
        <div className={`no-print ${styles.buttons}`}>
          {props.hasInvoice ? (
            <ButtonLink to={place.invoicePath} kind="line">
              <Icon name="print" size="small" />
              Invoice
            </ButtonLink>
          ) : null}
          <OrderActions {...props} />
        </div>
      </div>
      {props.problem ? (
        <RefusalNotice>
          <p>{props.problem}.</p>
        </RefusalNotice>
      ) : null}
      {again.done ? <BoughtAgainNotice text={again.done} /> : null}
      <DoneNotice {...props} />
      <OrderProgress {...props} />
      <OrderMoney {...props} />
      <OrderLines
        lines={order.lines}
        again={again.states}
        words={{ orderId: order.id, states: props.wordsStates }}
        waits={{ orderId: order.id, untils: props.waits }}
      />
      <BuyAgain path={place.path} again={again} />
      <div className={place.footClass}>
        <OrderAddresses order={order} />
        <OrderSums order={order} refunded={props.refunded} />
      </div>
    </>
  );
}
