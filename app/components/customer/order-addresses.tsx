import { CollectionPlaceText, DeliveryParts } from "#app/components/checkout/delivery-parts.tsx";
import { isSameAddress } from "#app/models/customer/address-book.ts";
import type { Order } from "#app/models/order/order.ts";
import { showsPrices } from "#app/models/order/packing-instructions.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";

import { AddressLines } from "./address-lines.tsx";

export type OrderAddressesProps = Readonly<{
  order: Order;
  /** By which day the buyer needs it, or null. */
  needed: string | null;
}>;

export function OrderAddresses({ order, needed }: OrderAddressesProps) {
  const isSame = isSameAddress(order.deliveryAddress, order.billingAddress);
  return (
    <div className="halves gap-6 gap-x-8">
      <div>
        <h2 className="d-xs">{order.delivery.name}</h2>
        <DeliveryParts parts={deliveryParts(order.delivery.promises, order.lines)} />
        {needed ? <p className="muted">{needed}</p> : null}
        <div className="muted above-3">
          {order.delivery.collection ? (
            <CollectionPlaceText place={order.delivery.collection} />
          ) : (
            <AddressLines address={order.deliveryAddress} />
          )}
        </div>
      </div>
      <div>
        <h2 className="d-xs">Billing address</h2>
        <div className="muted">
          {isSame ? <p>Same as delivery address</p> : <AddressLines address={order.billingAddress} />}
          {order.email ? <p>{order.email}</p> : null}
        </div>
      </div>
      {!showsPrices(order) ? <Words title="Gift" text="There are no prices in the parcel." /> : null}
      {order.giftMessage ? <Words title="Gift message" text={order.giftMessage} /> : null}
      {order.note ? <Words title="Your note" text={order.note} /> : null}
    </div>
  );
}

function Words({ title, text }: Readonly<{ title: string; text: string }>) {
  return (
    <div>
      <h2 className="d-xs">{title}</h2>
      <p className="muted pre-line">{text}</p>
    </div>
  );
}
