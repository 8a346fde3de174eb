import { paths } from "#app/paths.ts";

import { OrderBody, type OrderBodyProps } from "./order-body.tsx";
import styles from "./order.module.css";

export function GuestOrderPage(props: OrderBodyProps) {
  const { id } = props.order;
  return (
    <div className={`wrap ${styles.page}`}>
      <OrderBody
        {...props}
        place={{ path: paths.visibleOrder(id), invoicePath: paths.orderInvoice(id), footClass: styles.foot }}
      />
    </div>
  );
}
