import { Fragment } from "react";

import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import type { ReturnStage } from "#app/models/order/returns/return.ts";

import {
  CodeField,
  type DeskAnswer,
  DeskChoice,
  DeskErrors,
  DeskField,
  HiddenFields,
  More,
} from "./desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "./desk-back.tsx";
import { Sum } from "./order-aside.tsx";
import { ReturnTag } from "./orders/return-tag.tsx";
import { DeskButton, DeskLink, SecondLine, TickBox } from "./desk-parts.tsx";

type Props = Readonly<{
  number: string;
  orderNumber: number;
  isWithdrawal: boolean;
  /** Null for a return of the buyer. */
  recipientRemedy: "credit" | "refund" | null;
  stage: ReturnStage;
  /** When its parcel came, and who noted it; null: not yet. */
  arrival: string | null;
  /** ISO 8601; it is taken back only from there. */
  arrivedAt: string | null;
  requested: string;
  /** By when it is to be refunded: once it has arrived, or if the buyer has withdrawn. */
  due: Readonly<{ text: string; day: string; isLate: boolean }> | null;
  /** What the rules say of delivery, and why; null where none is left to refund. */
  delivery: Readonly<{ isDue: boolean; amount: string; why: string }> | null;
  /** How it goes back, in the words that the customer got. */
  ways: ReadonlyArray<string>;
  /** What the customer was told is taken off for the way back; null: nothing. */
  cost: string | null;
  days: ReadonlyArray<Readonly<{ label: string; text: string }>>;
  write: Readonly<{ name: string; href: string }> | null;
  note: string;
  lines: ReadonlyArray<Readonly<{ name: string; sku: string; quantity: number; reason: string }>>;
  mayAccept: boolean;
  isConfirmed: boolean;
  answer: ReturnAnswer;
}>;

export type ReturnCheck = Readonly<{
  /** What it is made of where something is kept for wear; otherwise empty. */
  rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
  total: string;
  /** Minor units of the total, which travel with the form. */
  sum: string;
}>;

export type ReturnAnswer = DeskAnswer & Readonly<{ check?: ReturnCheck | null }>;

export function ReturnDeskPage(props: Props) {
  const { stage, mayAccept, answer } = props;
  const isOpen = stage !== "accepted";
  return (
    <>
      <DeskBack href={deskPaths.returns()}>Returns</DeskBack>
      <ReturnHead {...props} />
      <DeskErrors
        answer={answer}
        labels={{ goes: "The items go", wear: "Deduct", "wear-reason": "What is worn", code: "Code" }}
      />
      <div className="cols">
        <div>
          {isOpen && mayAccept && !props.arrival ? <ArriveForm /> : null}
          <ReturnedItems {...props} />
          {isOpen && mayAccept ? (
            answer.check ? (
              <AcceptCheck {...props} check={answer.check} />
            ) : (
              <AcceptForm {...props} />
            )
          ) : null}
        </div>
        <ReturnAside {...props} />
      </div>
    </>
  );
}

function ReturnedItems({ lines, ways, recipientRemedy }: Props) {
  return (
    <Panel title="What comes back">
      <ul className="plain">
        {lines.map(({ name, sku, quantity, reason }) => (
          <li key={`${sku} ${reason}`}>
            <span>
              {quantity} × <b>{name}</b>
              <SecondLine look="xs muted mono">{sku}</SecondLine>
            </span>
            <span className="sm">{reason}</span>
          </li>
        ))}
      </ul>
      {ways.length > 0 ? <p className="sm">The customer was told: {ways.join(" ")}</p> : null}
      {recipientRemedy ? <p className="sm">{REMEDY_TEXTS[recipientRemedy]}</p> : null}
    </Panel>
  );
}

function ArriveForm() {
  return (
    <section className="panel">
      <form className="acts step" method="post">
        <DeskButton intent="arrive">
          <Icon name="check" />
          It has arrived
        </DeskButton>
        <span className="xs muted">
          Notes the day, from which the refund is due. The return then stands first in the list.
        </span>
      </form>
    </section>
  );
}

function TakeBackForm({ arrivedAt }: Readonly<{ arrivedAt: string }>) {
  return (
    <form className="acts step" method="post">
      <input type="hidden" name="shown" value={arrivedAt} />
      <DeskButton intent="take-back-arrival" look="quiet">
        It has not arrived
      </DeskButton>
    </form>
  );
}

function ReturnAside({ note, days, due, write, arrival, arrivedAt, stage, mayAccept }: Props) {
  const isOpen = stage !== "accepted";
  return (
    <div>
      {note ? (
        <Panel title={write ? `${write.name} wrote` : "A note came with it"}>
          <p className="quote">{note}</p>
        </Panel>
      ) : null}
      <Panel title="Days">
        <dl className="dl sm">
          {[
            ...days,
            ...(arrival ? [{ label: "Arrived", text: arrival }] : []),
            ...(due ? [{ label: "Refund by", text: due.day }] : []),
          ].map(({ label, text }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
        </dl>
        {arrivedAt && isOpen && mayAccept ? <TakeBackForm arrivedAt={arrivedAt} /> : null}
      </Panel>
      {write && isOpen ? (
        <Panel className="stack-s" title="Something wrong?">
          <p className="sm">
            If the parcel is empty or holds something else, write first. The return stays open, and nothing is
            refunded meanwhile.
          </p>
          <p>
            <DeskLink href={write.href}>Write to {write.name}</DeskLink>
          </p>
        </Panel>
      ) : null}
    </div>
  );
}

function ReturnHead({ number, orderNumber, stage, isWithdrawal, requested, due }: Props) {
  return (
    <DeskHead
      title={`Return ${number}`}
      tags={
        <>
          <ReturnTag stage={stage} isWithdrawal={isWithdrawal} />
          <span className="sm">
            <a href={deskPaths.order(orderNumber)}>Order {orderNumber}</a>, asked on {requested}
            {isWithdrawal ? ", by law" : ""}
          </span>
          {due ? <span className={due.isLate ? "sm late" : "sm b"}>{due.text}</span> : null}
        </>
      }
    />
  );
}

const REMEDY_TEXTS = {
  credit:
    "The family of a gift list sends it back, for a discount code of what was paid for it. The buyer is not told, so do not write to them about it.",
  refund: "The family of a gift list sends it back, and chose that the buyer is refunded.",
} as const;

type Values = DeskAnswer["values"];

function AcceptForm({ answer, recipientRemedy, delivery, cost }: Props) {
  const { values } = answer;
  const isCredit = recipientRemedy === "credit";
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">Accept it</h2>
      <input type="hidden" name="intent" value="accept" />
      <DeskChoice
        name="goes"
        legend="The items go"
        options={[
          { value: "stock", label: "Back on the shelf" },
          { value: "away", label: "Not back on the shelf" },
        ]}
        chosen={values["goes"]}
        isInline
      />
      {isCredit ? null : <DeliveryChoice delivery={delivery} values={values} />}
      {cost ? (
        <TickBox name="waived" isChosen={values["waived"] === "on"}>
          Do not take off the return cost of {cost}
          <small>Where they brought it to you, or it is faulty after all.</small>
        </TickBox>
      ) : null}
      {isCredit ? null : <WearFields answer={answer} />}
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
    <More title="Deduct for wear" isOpen={isOpen}>
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
    </More>
  );
}

function AcceptCheck({
  answer,
  isConfirmed,
  number,
  check,
  recipientRemedy,
}: Props & Readonly<{ check: ReturnCheck }>) {
  const isCredit = recipientRemedy === "credit";
  const names = ["goes", "delivery", "suggested", "waived", "wear", "wear-reason"];
  const typed = Object.fromEntries(names.map((name) => [name, answer.values[name] ?? ""]));
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">{isCredit ? `Send a credit of ${check.total}?` : `Refund ${check.total}?`}</h2>
      <HiddenFields values={{ intent: "accept", ...typed, sum: check.sum }} />
      <dl className="sums">
        {check.rows.map(({ label, amount }) => (
          <Sum key={label} label={label} amount={amount} />
        ))}
        <Sum
          label={isCredit ? "Discount code for the family" : "Back to the original payment method"}
          amount={check.total}
          isTotal
        />
      </dl>
      <p className="sm muted">
        {check.rows.length > 0 ? "The email says what was kept and why. " : ""}This cannot be taken back.
      </p>
      <CodeField answer={answer} isConfirmed={isConfirmed} why="You move money, so we ask once more." />
      <div className="acts">
        <button className="btn btn--big">
          {isCredit ? "Accept and send" : "Accept and refund"} {check.total}
        </button>
        <DeskLink href={deskPaths.returned(number)} look="quiet">
          Go back
        </DeskLink>
      </div>
    </form>
  );
}

/** Suggested with its reason, and ticked where it is due. Unticking is allowed, and the log has it. */
function DeliveryChoice({ delivery, values }: Pick<Props, "delivery"> & Readonly<{ values: Values }>) {
  if (!delivery) return null;
  const { isDue, amount, why } = delivery;
  // What was typed before counts, once the form has come back.
  const isTicked = values["suggested"] ? values["delivery"] === "on" : isDue;
  return (
    <>
      <input type="hidden" name="suggested" value={isDue ? "on" : "off"} />
      <TickBox name="delivery" isChosen={isTicked}>
        Refund delivery too: {amount}
        <small>{why}</small>
      </TickBox>
    </>
  );
}
