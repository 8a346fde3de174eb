import { Fragment } from "react";

import { deskPaths } from "#app/desk-paths.ts";

import { CodeField, type DeskAnswer, DeskErrors, DeskField } from "./desk-form.tsx";
import { DeskIcon } from "./desk-icon.tsx";

type Props = Readonly<{
  number: string;
  orderNumber: number;
  isWithdrawal: boolean;
  /** What the family chose to whom the items were given, or null. */
  recipientRemedy: "credit" | "refund" | null;
  isOpen: boolean;
  requested: string;
  /** By when it is to be refunded, if the buyer has withdrawn. */
  due: Readonly<{ text: string; isLate: boolean }> | null;
  note: string;
  lines: ReadonlyArray<Readonly<{ name: string; sku: string; quantity: number; reason: string }>>;
  mayAccept: boolean;
  isConfirmed: boolean;
  answer: ReturnAnswer;
}>;

/** What goes back, before it does. */
export type ReturnCheck = Readonly<{
  /** What it is made of where something is kept for wear; otherwise empty. */
  rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
  total: string;
  /** Minor units of the total, which travel with the form. */
  sum: string;
}>;

/** `check`: the second step. */
export type ReturnAnswer = DeskAnswer & Readonly<{ check?: ReturnCheck | null }>;

export function ReturnDeskPage(props: Props) {
  const { isOpen, note, lines, mayAccept, answer } = props;
  return (
    <>
      <a className="back" href={deskPaths.returns()}>
        <DeskIcon name="left" />
        Returns
      </a>
      <ReturnHead {...props} />
      <DeskErrors
        answer={answer}
        labels={{ goes: "The items go", wear: "Deduct", "wear-reason": "What is worn", code: "Code" }}
      />
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
      {isOpen && mayAccept ? (
        answer.check ? (
          <AcceptCheck {...props} check={answer.check} />
        ) : (
          <AcceptForm {...props} />
        )
      ) : null}
    </>
  );
}

function ReturnHead({ number, orderNumber, isOpen, isWithdrawal, requested, due }: Props) {
  return (
    <div className="head">
      <div>
        <h1 className="h1">Return {number}</h1>
        <p className="acts">
          <span className={isOpen ? "tag tag--do" : "tag tag--ok"}>{isOpen ? "Asked for" : "Accepted"}</span>
          <span className="sm">
            <a href={deskPaths.order(orderNumber)}>Order {orderNumber}</a>, asked on {requested}
            {isWithdrawal ? ", by law" : ""}
          </span>
          {due ? <span className={due.isLate ? "sm late" : "sm b"}>{due.text}</span> : null}
        </p>
      </div>
    </div>
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

function AcceptForm({ answer, recipientRemedy }: Props) {
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
      {isCredit ? null : <WearFields answer={answer} />}
      <p className="sm muted">
        Nothing is refunded for an empty parcel: leave the return open and write first.
      </p>
      <button className="btn btn--big">
        {isCredit ? "Accept and send the credit…" : "Accept and refund…"}
      </button>
    </form>
  );
}

/** Open once something was typed. Without a sum nothing is deducted. */
function WearFields({ answer }: Pick<Props, "answer">) {
  const isOpen = ["wear", "wear-reason"].some((name) => answer.values[name] || answer.errors[name]);
  return (
    <details className="more" open={isOpen}>
      <summary>
        Deduct for wear
        <DeskIcon name="down" />
      </summary>
      <div className="stack">
        <p className="sm muted">
          Only for items that were used more than is needed to try them, never for a fault. At most what they
          cost, and nothing of delivery. You see the exact sum before anything is refunded.
        </p>
        <DeskField
          name="wear"
          label="Deduct"
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          answer={answer}
        />
        <DeskField
          name="wear-reason"
          label="What is worn"
          hint="The customer reads it in the email: “Wheels scratched, used outdoors”"
          maxLength={200}
          autoComplete="off"
          answer={answer}
        />
      </div>
    </details>
  );
}

/** The second step: what goes back exactly. */
function AcceptCheck({
  answer,
  isConfirmed,
  number,
  check,
  recipientRemedy,
}: Props & Readonly<{ check: ReturnCheck }>) {
  const isCredit = recipientRemedy === "credit";
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">{isCredit ? `Send a credit of ${check.total}?` : `Refund ${check.total}?`}</h2>
      {["goes", "delivery", "wear", "wear-reason"].map((name) => (
        <input key={name} type="hidden" name={name} value={answer.values[name] ?? ""} />
      ))}
      <input type="hidden" name="sum" value={check.sum} />
      <dl className="sums">
        {check.rows.map(({ label, amount }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </Fragment>
        ))}
        <dt className="t">
          {isCredit ? "Discount code for the family" : "Back to the original payment method"}
        </dt>
        <dd className="t">{check.total}</dd>
      </dl>
      <p className="sm muted">
        {check.rows.length > 0 ? "The email says what was kept and why. " : ""}This cannot be taken back.
      </p>
      <CodeField answer={answer} isConfirmed={isConfirmed} why="You move money, so we ask once more." />
      <div className="acts">
        <button className="btn btn--big">
          {isCredit ? "Accept and send" : "Accept and refund"} {check.total}
        </button>
        <a className="btn btn--quiet" href={deskPaths.returned(number)}>
          Go back
        </a>
      </div>
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
