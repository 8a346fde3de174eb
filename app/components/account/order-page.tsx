import { Link } from "@remix-run/react";

import {
  DoneNotice,
  OrderActions,
  type OrderActionsProps,
  type OrderDone,
  OrderMoney,
  type OrderMoneyProps,
} from "#app/components/order/order-actions.tsx";
import { type Again, BoughtAgainNotice, BuyAgain } from "#app/components/order/buy-again.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Order } from "#app/models/order/order.ts";
import type { WordsState } from "#app/models/order/words.ts";
import type { Money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { AccountFrame } from "./account-frame.tsx";
import { OrderAddresses } from "./order-addresses.tsx";
import { OrderLines } from "./order-lines.tsx";
import styles from "./order-page.module.css";
import { OrderSums } from "./order-sums.tsx";
import { type OrderProgressProps, OrderProgress } from "./order-progress.tsx";

export type OrderPageProps = OrderProgressProps &
  OrderMoneyProps &
  OrderActionsProps &
  Readonly<{
    order: Order;
    done: OrderDone;
    wordsStates: ReadonlyArray<WordsState>;
    waits: ReadonlyArray<string | null>;
    refunded: Money;
    placedAtText: string;
    sellerText: string;
    hasInvoice: boolean;
    problem: string | null;
    again: Again;
  }>;

export function OrderPage(props: OrderPageProps) {
  const { order, placedAtText, sellerText, again } = props;
  return (
    <AccountFrame current="orders">
      <p className="sm no-print">
        <Link className={styles.back} to={paths.orders()}>
          <Icon name="left" size="small" />
          All orders
        </Link>
      </p>
      <div className={`row-head ${styles.head}`}>
        <div>
          <h1 className="d-lg">Order {order.number}</h1>
          <p className="muted">Placed on {placedAtText}</p>
          <p className="print-only sm">{sellerText}</p>
        </div>
        <div className={`no-print ${styles.buttons}`}>
          {props.hasInvoice ? (
            <ButtonLink to={paths.invoice(order.id)} kind="line">
              <Icon name="print" size="small" />
              Invoice
            </ButtonLink>
          ) : null}
          <OrderActions {...props} />
        </div>
      </div>
      {props.problem ? (
        <Notice kind="error" role="alert">
          <p>{props.problem}.</p>
        </Notice>
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
      <BuyAgain path={paths.order(order.id)} again={again} />
      <div className={styles.foot}>
        <OrderAddresses order={order} />
        <OrderSums order={order} refunded={props.refunded} />
      </div>
    </AccountFrame>
  );
}
