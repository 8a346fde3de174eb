import { deskPaths } from "#app/desk-paths.ts";

import { CodeField, type DeskAnswer, DeskErrors } from "./desk-form.tsx";
import { DeskIcon } from "./desk-icon.tsx";

type Props = Readonly<{
  number: string;
  orderNumber: number;
  isWithdrawal: boolean;
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
        {note ? <p className="quote">{note}</p> : null}
      </section>
      {isOpen && mayAccept ? <AcceptForm {...props} /> : null}
    </>
  );
}

const DELIVERY = [
  { value: "rules", label: "As the law and our rules say" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
] as const;

function AcceptForm({ isConfirmed, answer }: Props) {
  const { values } = answer;
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
      <fieldset>
        <legend className="label">Refund delivery too</legend>
        <div className="seg">
          {DELIVERY.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="delivery"
                value={value}
                defaultChecked={value === (values["delivery"] ?? "rules")}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <CodeField answer={answer} isConfirmed={isConfirmed} why="You move money, so we ask once more." />
      <p className="sm muted">
        Nothing is refunded for an empty parcel: leave the return open and write first.
      </p>
      <button className="btn btn--big">Accept and refund</button>
    </form>
  );
}
