import { OrderAddresses } from "#app/components/account/order-addresses.tsx";
import { OrderLines } from "#app/components/account/order-lines.tsx";
import { OrderProgress, type OrderProgressProps } from "#app/components/account/order-progress.tsx";
import { OrderSums } from "#app/components/account/order-sums.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { WordsState } from "#app/models/order/words.ts";
import type { Money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

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

type GuestOrderPageProps = OrderProgressProps &
  OrderMoneyProps &
  OrderActionsProps &
  Readonly<{
    refunded: Money;
    placedAtText: string;
    hasInvoice: boolean;
    done: OrderDone;
    wordsStates: ReadonlyArray<WordsState>;
    waits: ReadonlyArray<string | null>;
    again: Again;
    problem: string | null;
  }>;

export function GuestOrderPage(props: GuestOrderPageProps) {
  const { order, refunded, placedAtText, again } = props;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={`row-head ${styles.head}`}>
        <div>
          <h1 className="d-lg">Order {order.number}</h1>
          <p className="muted">Placed on {placedAtText}</p>
        </div>
        <div className={`no-print ${styles.buttons}`}>
          {props.hasInvoice ? (
            <ButtonLink to={paths.orderInvoice(order.id)} kind="line">
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
      <BuyAgain path={paths.visibleOrder(order.id)} again={again} />
      <div className={styles.foot}>
        <OrderAddresses order={order} />
        <OrderSums order={order} refunded={refunded} />
      </div>
    </div>
  );
}
