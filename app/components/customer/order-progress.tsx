import { OrderTracker } from "#app/components/checkout/order-tracker.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { isUnderWay, STATUS_TEXT } from "#app/models/order/customer-order.ts";
import type { SentShipment } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type OrderProgressProps = Readonly<{
  order: Order;
  shipments: ReadonlyArray<SentShipment>;
  /** Oldest first. */
  history: ReadonlyArray<Readonly<{ what: string; when: string }>>;
  stepDates: ReadonlyArray<string | null>;
}>;

export function OrderProgress({ order, shipments, history, stepDates }: OrderProgressProps) {
  return (
    <TitledSection className="no-print panel column" id="progress" look="d-xs" title={progressText(order)}>
      <OrderTracker
        status={order.status}
        isCollected={isCollection(order.delivery.method)}
        dates={stepDates}
      />
      {shipments.length > 0 ? (
        <ul className="plain">
          {shipments.map((shipment) => (
            <li key={shipment.id}>
              <ShipmentLink shipment={shipment} />
            </li>
          ))}
        </ul>
      ) : null}
      <details className="fold-link">
        <summary className="strong">Order history</summary>
        <ol className="column gap-2 above-2 narrow">
          {history.map(({ what, when }) => (
            <li key={`${what} ${when}`} className="cluster ends gap-x-4">
              <b className="strong">{what}</b>
              <span className="muted">{when}</span>
            </li>
          ))}
        </ol>
      </details>
    </TitledSection>
  );
}

function ShipmentLink({ shipment }: Readonly<{ shipment: SentShipment }>) {
  const { carrier, number, url } = shipment;
  return (
    <>
      {url ? (
        <a className="link link-arrow" href={url} rel="noreferrer">
          {`Track parcel ${number} with ${carrier}`}
          <Icon name="arrow" size="small" />
        </a>
      ) : (
        <p>{number ? `${carrier}, parcel ${number}` : carrier}</p>
      )}
      {shipment.contents.length > 0 ? (
        <p className="sm muted">{`In this parcel: ${shipment.contents.map(contentText).join(", ")}`}</p>
      ) : null}
    </>
  );
}

function contentText({ name, quantity }: Readonly<{ name: string; quantity: number }>): string {
  return quantity > 1 ? `${quantity} × ${name}` : name;
}

export function progressText({ status, delivery }: Pick<Order, "status" | "delivery">): string {
  const [first] = delivery.promises;
  if (!first || !isUnderWay(status)) return STATUS_TEXT[status];
  const verb = first.day || isCollection(delivery.method) ? "" : "arrives ";
  return `${STATUS_TEXT[status]}, ${verb}${first.when}`;
}
