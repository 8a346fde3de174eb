import { Link } from "@remix-run/react";

import { OrderBody, type OrderBodyProps } from "#app/components/order/order-body.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";

import { AccountFrame } from "./account-frame.tsx";
import styles from "./order-page.module.css";

export function OrderPage(props: OrderBodyProps) {
  const { id } = props.order;
  return (
    <AccountFrame current="orders">
      <p className="sm no-print">
        <Link className={styles.back} to={paths.orders()}>
          <Icon name="left" size="small" />
          All orders
        </Link>
      </p>
      <OrderBody
        {...props}
        place={{ path: paths.order(id), invoicePath: paths.invoice(id), footClass: styles.foot }}
      />
    </AccountFrame>
  );
}
