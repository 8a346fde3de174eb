import { deskPaths } from "#app/desk-paths.ts";

import { Panel } from "./desk-back.tsx";
import { type DeskAnswer, DeskField, HiddenFields } from "./desk-form.tsx";
import type { OrderPageData } from "./order-page.tsx";
import { SecondLine } from "./desk-parts.tsx";

type Props = Readonly<{ order: OrderPageData; answer: DeskAnswer }>;

export function OrderAside({ order, answer }: Props) {
  return (
    <div>
      <Recipient order={order} />
      <Money order={order} />
      {order.shipments.length > 0 ? <Shipments order={order} /> : null}
      <History order={order} answer={answer} />
    </div>
  );
}

function Recipient({ order: { address, note, delivery, customer } }: Readonly<{ order: OrderPageData }>) {
  return (
    <Panel className="stack-s" title="Deliver to">
      {address.length > 0 ? (
        <p>
          {address.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </p>
      ) : (
        <p className="muted">{customer ? customer.name : "Your role does not see names"}</p>
      )}
      {note ? <p className="sm muted">“{note}”</p> : null}
      <p>
        <b>{delivery.name}</b>
        {delivery.promises.map((promise) => (
          <span key={promise} className="sm">
            <br />
            {promise}
          </span>
        ))}
      </p>
      {customer?.email ? (
        <p>
          <a className="tap" href={`mailto:${customer.email}`}>
            {customer.email}
          </a>
          <br />
          {customer.phone}
        </p>
      ) : null}
      {customer?.id ? (
        <a className="tap link sm" href={deskPaths.customer(customer.id)}>
          {customer.first}’s orders and account
        </a>
      ) : null}
    </Panel>
  );
}

function Money({ order: { sums } }: Readonly<{ order: OrderPageData }>) {
  return (
    <Panel title="Money">
      <dl className="sums">
        {sums.rows.map(({ label, amount }) => (
          <Sum key={label} label={label} amount={amount} />
        ))}
        <Sum label={sums.isPaid ? "Paid" : "To pay"} amount={sums.total} isTotal />
        {sums.after.map((row) => (
          <Sum key={row.label} {...row} />
        ))}
      </dl>
      {sums.documents.length > 0 ? <p className="xs muted">{sums.documents.join(", ")}</p> : null}
      {sums.tax ? <p className="xs muted">{sums.tax}</p> : null}
    </Panel>
  );
}

type SumProps = Readonly<{ label: string; amount: string; isTotal?: boolean }>;

/** A line of `dl.sums`. */
export function Sum({ label, amount, isTotal = false }: SumProps) {
  return (
    <>
      <dt className={isTotal ? "t" : undefined}>{label}</dt>
      <dd className={isTotal ? "t" : undefined}>{amount}</dd>
    </>
  );
}

function Shipments({ order: { shipments } }: Readonly<{ order: OrderPageData }>) {
  return (
    <Panel title="Parcels">
      <ul className="stack-s sm">
        {shipments.map(({ id, carrier, number, url, sent, contents }) => (
          <li key={id}>
            <b>
              {carrier} {url ? <a href={url}>{number}</a> : number}
            </b>
            <SecondLine look="muted">
              {sent}: {contents}
            </SecondLine>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function History({ order: { history, notes, may, href, key }, answer }: Props) {
  return (
    <Panel className="stack-s" title="What happened">
      <ol className="time">
        {history.map(({ what, by, when, detail }, index) => (
          <li key={`${when} ${what} ${by}`} className={index === 0 ? "now" : undefined}>
            <b>{what}</b>
            <SecondLine>{[when, by && `by ${by}`, detail].filter(Boolean).join(", ")}</SecondLine>
          </li>
        ))}
      </ol>
      {notes.length > 0 ? (
        <ul className="stack-s sm">
          {notes.map(({ id, by, body, when }) => (
            <li key={id}>
              {body}
              <SecondLine>
                {by}, {when}
              </SecondLine>
            </li>
          ))}
        </ul>
      ) : null}
      {may.note ? (
        <form className="stack-s" method="post" action={href}>
          <HiddenFields values={{ intent: "note", key: answer.values["key"] ?? key }} />
          <DeskField
            name="body"
            label="Note for the team"
            hint="Customers never see it, but they get it if they ask for their data"
            maxLength={1000}
            answer={answer}
          />
          <button className="btn btn--line">Add note</button>
        </form>
      ) : null}
    </Panel>
  );
}
