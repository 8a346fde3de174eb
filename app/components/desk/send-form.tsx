import { type DeskAnswer, DeskField } from "./desk-form.tsx";
import { DeskIcon } from "./desk-icon.tsx";
import type { OrderPageData } from "./order-page.tsx";

/** As `app/models/shipping/carrier.ts` knows them. */
export const COURIERS = [
  { key: "royal-mail", name: "Royal Mail" },
  { key: "parcelforce", name: "Parcelforce" },
  { key: "dpd", name: "DPD" },
  { key: "evri", name: "Evri" },
  { key: "ups", name: "UPS" },
  { key: "own", name: "Our own van" },
  { key: "collection", name: "Collection" },
] as const;

type Props = Readonly<{ order: OrderPageData; answer: DeskAnswer }>;

export function SendForm({ order, answer }: Props) {
  const { left, status, key, customer, href } = order;
  return (
    <section className="panel">
      <h2 className="h2">Send it</h2>
      <form className="stack" method="post" action={href}>
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="shown" value={status} />
        <input type="hidden" name="key" value={answer.values["key"] ?? key} />
        <div className="grid top">
          <CourierField chosen={answer.values["carrier"] ?? COURIERS[0].key} />
          <DeskField
            name="tracking"
            label="Tracking number"
            hint="A scanner can type it"
            maxLength={60}
            className="mono"
            answer={answer}
          />
        </div>
        {left > 1 ? <Contents order={order} answer={answer} /> : null}
        <div className="acts">
          <button className="btn">
            <DeskIcon name="truck" />
            Send and tell {customer?.first ?? "the customer"}
          </button>
          <span className="xs muted">Takes effect in 2 minutes; until then you can undo it.</span>
        </div>
      </form>
    </section>
  );
}

/** The numbers are shown once "some" is chosen. */
function Contents({ order: { left, lines }, answer }: Props) {
  const isSome = answer.values["what"] === "some";
  return (
    <fieldset>
      <legend className="label">What is in this parcel</legend>
      <label className="check">
        <input type="radio" name="what" value="all" defaultChecked={!isSome} />
        <span>All {left} items</span>
      </label>
      <label className="check">
        <input type="radio" name="what" value="some" defaultChecked={isSome} />
        <span>
          Only some of them
          <small>The rest stays to be sent. Say how many below.</small>
        </span>
      </label>
      <ul className="some stack-s">
        {lines
          .filter((line) => line.left > 0)
          .map((line) => (
            <li key={line.position}>
              <label htmlFor={`u${line.position}`}>{line.name}</label>
              <select
                className="select"
                id={`u${line.position}`}
                name={`u${line.position}`}
                defaultValue={answer.values[`u${line.position}`] ?? String(line.left)}
              >
                {Array.from({ length: line.left + 1 }, (_, units) => (
                  <option key={units}>{units}</option>
                ))}
              </select>
            </li>
          ))}
      </ul>
    </fieldset>
  );
}

export function CourierField({ chosen }: Readonly<{ chosen: string }>) {
  return (
    <div className="field">
      <label className="label" htmlFor="carrier">
        Courier
      </label>
      <select className="select" id="carrier" name="carrier" defaultValue={chosen}>
        {COURIERS.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
