/**
 * schema.org data that mail programs show beside emails about orders (developers.google.com/gmail/markup/reference:
 * order, parcel-delivery).
 */
import { fullName } from "#app/models/catalogue/full-name.ts";
import type { Address } from "#app/models/customer/address.ts";
import { itemImage } from "#app/models/email/image.ts";
import { decimalAmount } from "#app/models/shared/decimal.ts";
import type { SchemaOrgThing } from "#app/models/shared/schema-org.ts";
import { withoutWebAddresses } from "#app/models/shared/web-address.ts";
import type { Store } from "#app/models/store/store.ts";

import type { SentShipment } from "./fulfilment.ts";
import type { Order, OrderLine } from "./order.ts";

export type MarkedOrder = Readonly<{
  order: Order;
  store: Pick<Store, "name">;
  origin: string;
  link: string;
}>;

export type MarkedStatus =
  "OrderProcessing" | "OrderInTransit" | "OrderPickupAvailable" | "OrderDelivered" | "OrderCancelled";

export function orderSchema(about: MarkedOrder, status: MarkedStatus): SchemaOrgThing {
  const { order, origin } = about;
  const { total } = order.totals;
  return {
    ...orderHead(about, status),
    price: decimalAmount(total),
    priceCurrency: total.currency,
    orderDate: order.placedAt,
    acceptedOffer: order.lines.map((line) => offerSchema(line, origin)),
    customer: { "@type": "Person", name: personName(order.billingAddress) },
    billingAddress: postalAddress(order.billingAddress),
  };
}

export function parcelDelivery(about: MarkedOrder, shipment: SentShipment): SchemaOrgThing {
  const { deliveryAddress, delivery } = about.order;
  const days = delivery.promises.map(({ from, to, day }) => ({ first: day ?? from, last: day ?? to }));
  const first = days.flatMap((one) => one.first ?? []).sort()[0];
  const last = days
    .flatMap((one) => one.last ?? [])
    .sort()
    .at(-1);
  return {
    "@type": "ParcelDelivery",
    deliveryAddress: postalAddress(deliveryAddress),
    carrier: { "@type": "Organization", name: shipment.carrier },
    ...(first ? { expectedArrivalFrom: first } : {}),
    ...(last ? { expectedArrivalUntil: last } : {}),
    ...(shipment.number ? { trackingNumber: shipment.number } : {}),
    ...(shipment.url ? { trackingUrl: shipment.url } : {}),
    itemShipped: shipment.contents.map(({ name }) => ({ "@type": "Product", name })),
    partOfOrder: orderHead(about, "OrderInTransit"),
  };
}

function orderHead({ order, store, link }: MarkedOrder, status: MarkedStatus): SchemaOrgThing {
  return {
    "@type": "Order",
    merchant: { "@type": "Organization", name: store.name },
    orderNumber: String(order.number),
    orderStatus: `https://schema.org/${status}`,
    url: link,
  };
}

function offerSchema(line: OrderLine, origin: string): SchemaOrgThing {
  const image = itemImage(line.image, line.name, origin);
  return {
    "@type": "Offer",
    itemOffered: {
      "@type": "Product",
      name: fullName(line.name, line.variantLabel),
      sku: line.sku,
      url: `${origin}${line.path}`,
      ...(image ? { image: image.src } : {}),
    },
    price: decimalAmount(line.unitPrice),
    priceCurrency: line.unitPrice.currency,
    eligibleQuantity: { "@type": "QuantitativeValue", value: line.quantity },
  };
}

function postalAddress(address: Address): SchemaOrgThing {
  return {
    "@type": "PostalAddress",
    name: personName(address),
    streetAddress: withoutWebAddresses([address.address1, address.address2].filter(Boolean).join(", ")),
    addressLocality: address.city,
    postalCode: address.postal_code,
    // Of an address that the buyer must not learn the country has no name either.
    addressCountry: address.country && address.country_code,
  };
}

function personName({ first_name: first, last_name: last }: Address): string {
  return `${first} ${last}`.trim();
}
