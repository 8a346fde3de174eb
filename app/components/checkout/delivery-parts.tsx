import { upperFirst } from "#app/models/shared/text.ts";
import type { DeliveryPart } from "#app/models/shipping/split-shipment.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

export function DeliveryParts({ parts }: Readonly<{ parts: ReadonlyArray<DeliveryPart> }>) {
  const [first] = parts;
  if (!first) return null;
  if (parts.length === 1) return <p className="muted">{upperFirst(first.when)}</p>;
  return (
    <ul className="column gap-3">
      {parts.map(({ what, when, items }) => (
        <li key={`${what} ${when}`}>
          <b className="block">{what}</b>
          <span className="block">{upperFirst(when)}</span>
          {items.length > 0 ? <span className="sm muted block">{items.join("; ")}</span> : null}
        </li>
      ))}
    </ul>
  );
}

export function SplitDelivery({ parts }: Readonly<{ parts: ReadonlyArray<DeliveryPart> }>) {
  if (parts.length < 2) return null;
  return (
    <section className="column gap-3 section-line above-5" aria-labelledby="split-delivery">
      <h3 className="d-xs" id="split-delivery">
        Your order will come in {parts.length} deliveries
      </h3>
      <DeliveryParts parts={parts} />
    </section>
  );
}

export function CollectionPlaceText({ place }: Readonly<{ place: CollectionPlace }>) {
  return (
    <div className="muted">
      <p>{place.address.join(", ")}</p>
      {place.hours.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
