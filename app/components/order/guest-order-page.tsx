import { OrderAddresses } from "#app/components/account/order-addresses.tsx";
import { OrderLines } from "#app/components/account/order-lines.tsx";
import { OrderProgress, type OrderProgressProps } from "#app/components/account/order-progress.tsx";
import { OrderSums } from "#app/components/account/order-sums.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { Money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import {
  CancelledNotice,
  OrderActions,
  type OrderActionsProps,
  OrderMoney,
  type OrderMoneyProps,
} from "./order-actions.tsx";
import styles from "./order.module.css";

type GuestOrderPageProps = OrderProgressProps &
  OrderMoneyProps &
  OrderActionsProps &
  Readonly<{ refunded: Money; placedAtText: string; hasInvoice: boolean; isJustCancelled: boolean }>;

export function GuestOrderPage(props: GuestOrderPageProps) {
  const { order, refunded, placedAtText } = props;
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
      {props.isJustCancelled ? <CancelledNotice {...props} /> : null}
      <OrderProgress {...props} />
      <OrderMoney {...props} />
      <OrderLines lines={order.lines} />
      <div className={styles.foot}>
        <OrderAddresses order={order} />
        <OrderSums order={order} refunded={refunded} />
      </div>
    </div>
  );
}
