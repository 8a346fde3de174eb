import { COURIERS } from "#app/models/shipping/carrier.ts";
import { Icon } from "#app/components/ui/icon.tsx";

import { Panel } from "./desk-back.tsx";
import { type DeskAnswer, DeskChoice, DeskField, DeskSelect, HiddenFields } from "./desk-form.tsx";
import type { OrderPageData } from "./order-page.tsx";

type Props = Readonly<{ order: OrderPageData; answer: DeskAnswer }>;

export function SendForm({ order, answer }: Props) {
  const { left, status, key, customer, href } = order;
  return (
    <Panel title="Send it">
      <form className="stack" method="post" action={href}>
        <HiddenFields values={{ intent: "send", shown: status, key: answer.values["key"] ?? key }} />
        <div className="fields top">
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
            <Icon name="truck" />
            Send and tell {customer?.first ?? "the customer"}
          </button>
          <span className="xs muted">Takes effect in 2 minutes; until then you can undo it.</span>
        </div>
      </form>
    </Panel>
  );
}

/** The numbers are shown once "some" is chosen. */
function Contents({ order: { left, lines }, answer }: Props) {
  return (
    <DeskChoice
      name="what"
      legend="What is in this parcel"
      options={[
        { value: "all", label: `All ${left} items` },
        {
          value: "some",
          label: "Only some of them",
          hint: "The rest stays to be sent. Say how many below.",
        },
      ]}
      chosen={answer.values["what"] ?? "all"}
    >
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
    </DeskChoice>
  );
}

export function CourierField({ chosen }: Readonly<{ chosen: string }>) {
  return (
    <DeskSelect
      name="carrier"
      label="Courier"
      value={chosen}
      options={COURIERS.map(({ key, name }) => ({ value: key, text: name }))}
    />
  );
}
