import { deskPaths } from "#app/desk-paths.ts";

import { CodeField, type DeskAnswer, DeskErrors } from "./desk-form.tsx";
import { DeskIcon } from "./desk-icon.tsx";

type Props = Readonly<{
  number: string;
  orderNumber: number;
  isWithdrawal: boolean;
  /** What the family chose to whom the items were given, or null. */
  recipientRemedy: "credit" | "refund" | null;
  isOpen: boolean;
  requested: string;
  note: string;
  lines: ReadonlyArray<Readonly<{ name: string; sku: string; quantity: number; reason: string }>>;
  mayAccept: boolean;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

export function ReturnDeskPage(props: Props) {
  const { number, orderNumber, isWithdrawal, isOpen, requested, note, lines, mayAccept, answer } = props;
  return (
    <>
      <a className="back" href={deskPaths.returns()}>
        <DeskIcon name="left" />
        Returns
      </a>
      <div className="head">
        <div>
          <h1 className="h1">Return {number}</h1>
          <p className="acts">
            <span className={isOpen ? "tag tag--do" : "tag tag--ok"}>
              {isOpen ? "Asked for" : "Accepted"}
            </span>
            <span className="sm">
              <a href={deskPaths.order(orderNumber)}>Order {orderNumber}</a>, asked on {requested}
              {isWithdrawal ? ", by law" : ""}
            </span>
          </p>
        </div>
      </div>
      <DeskErrors answer={answer} labels={{ goes: "The items go", code: "Code" }} />
      <section className="panel">
        <h2 className="h2">What comes back</h2>
        <ul className="plain">
          {lines.map(({ name, sku, quantity, reason }) => (
            <li key={`${sku} ${reason}`}>
              <span>
                {quantity} × <b>{name}</b>
                <br />
                <span className="xs muted mono">{sku}</span>
              </span>
              <span className="sm">{reason}</span>
            </li>
          ))}
        </ul>
        {props.recipientRemedy ? <p className="sm">{REMEDY_TEXTS[props.recipientRemedy]}</p> : null}
        {note ? <p className="quote">{note}</p> : null}
      </section>
      {isOpen && mayAccept ? <AcceptForm {...props} /> : null}
    </>
  );
}

const REMEDY_TEXTS = {
  credit:
    "The family of a gift list sends it back, for a discount code of what was paid for it. The buyer is not told, so do not write to them about it.",
  refund: "The family of a gift list sends it back, and chose that the buyer is refunded.",
} as const;

const DELIVERY = [
  { value: "rules", label: "As the law and our rules say" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
] as const;

function AcceptForm({ isConfirmed, answer, recipientRemedy }: Props) {
  const { values } = answer;
  const isCredit = recipientRemedy === "credit";
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">It has arrived</h2>
      <fieldset id="goes">
        <legend className="label">The items go</legend>
        <div className="seg">
          {[
            ["stock", "Back in stock"],
            ["away", "Not in stock"],
          ].map(([value, label]) => (
            <label key={value}>
              <input type="radio" name="goes" value={value} defaultChecked={values["goes"] === value} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {isCredit ? null : <DeliveryChoice chosen={values["delivery"] ?? "rules"} />}
      <CodeField answer={answer} isConfirmed={isConfirmed} why="You move money, so we ask once more." />
      <p className="sm muted">
        Nothing is refunded for an empty parcel: leave the return open and write first.
      </p>
      <button className="btn btn--big">
        {isCredit ? "Accept and send the credit" : "Accept and refund"}
      </button>
    </form>
  );
}

function DeliveryChoice({ chosen }: Readonly<{ chosen: string }>) {
  return (
    <fieldset>
      <legend className="label">Refund delivery too</legend>
      <div className="seg">
        {DELIVERY.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="delivery" value={value} defaultChecked={value === chosen} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
