import { paths } from "#app/paths.ts";

import { OrderBody, type OrderBodyProps } from "./order-body.tsx";

export function GuestOrderPage(props: OrderBodyProps) {
  const { id } = props.order;
  return (
    <div className="wrap page-room">
      <OrderBody {...props} place={{ path: paths.visibleOrder(id), invoicePath: paths.orderInvoice(id) }} />
    </div>
  );
}
