import { OrderBody, type OrderBodyProps } from "#app/components/order/order-body.tsx";
import { paths } from "#app/paths.ts";

import { CustomerFrame, BackLink } from "./customer-frame.tsx";

export function OrderPage(props: OrderBodyProps) {
  const { id } = props.order;
  return (
    <CustomerFrame current="orders">
      <BackLink to={paths.orders()}>All orders</BackLink>
      <OrderBody {...props} place={{ path: paths.order(id), invoicePath: paths.invoice(id) }} />
    </CustomerFrame>
  );
}
