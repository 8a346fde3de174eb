import { deskPaths } from "#app/desk-paths.ts";
import { REFUND_WORDS_MAX } from "#app/models/order/refund-shares.ts";

import {
  CodeField,
  type DeskAnswer,
  DeskChoice,
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskSelect,
  HiddenFields,
} from "./desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "./desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { Sum } from "./order-aside.tsx";
import { DeskButton, DeskLink, SecondLine } from "./desk-parts.tsx";
import { WithThumbnail } from "./products/products-page.tsx";

export type RefundCheck = Readonly<{
  rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
  total: string;
  /** "Includes VAT of £4.50. ", or nothing where prices hold no tax. */
  tax: string;
  /** Minor units of the total, which travel with the form. */
  sum: string;
  stays: string;
  /** What becomes of the items; null: it is without items. */
  stock: ReadonlyArray<Readonly<{ what: string; isBack: boolean }>> | null;
  /** "1 × Rainbow Stacker is not sent yet. It will not be sent." */
  unsent: ReadonlyArray<string>;
  /** "It arrived damaged": a reason with which an item can hardly be sold again; otherwise null. */
  spoilt: string | null;
  isConfirmed: boolean;
}>;

type Line = Readonly<{
  position: number;
  name: string;
  variant: string | null;
  sku: string;
  image: string;
  left: number;
  isUnsent: boolean;
  paid: string;
  /** The price of one, where there are several. */
  each: string | null;
}>;

type Props = Readonly<{
  number: number;
  customer: string;
  paid: string;
  refunded: string | null;
  lines: ReadonlyArray<Line>;
  /** Null: none is left to refund. */
  delivery: Readonly<{ amount: string; isUnsent: boolean }> | null;
  reasons: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  formKey: string;
  /** With the sum to check, on the second step. */
  answer: DeskAnswer & Readonly<{ check?: RefundCheck }>;
}>;

export function RefundPage(props: Props) {
  const { number, answer } = props;
  const { check } = answer;
  return (
    <>
      <DeskBack href={deskPaths.order(number)}>Order {number}</DeskBack>
      <DeskHead
        title={check ? `Refund ${check.total}?` : "Refund"}
        sub={
          check
            ? "Step 2 of 2. You cannot undo a refund."
            : `${props.paid} was paid, ${props.refunded ?? "nothing"} has been refunded so far.`
        }
      />
      <DeskErrors
        answer={answer}
        labels={{ items: "How many", amount: "Amount", reason: "Why", words: "A sentence", code: "Code" }}
      />
      <div className="cols">
        {check ? <CheckForm {...props} check={check} /> : <ChooseForm {...props} />}
        {check ? <WhoMay /> : <GoodToKnow number={number} />}
      </div>
    </>
  );
}

function GoodToKnow({ number }: Pick<Props, "number">) {
  return (
    <Panel title="Good to know">
      <ul className="stack-s sm">
        <li>The customer never gets back more than they paid. The money goes back the way they paid.</li>
        <li>If you refund an item that has not been sent, it will not be sent.</li>
        <li>
          A damaged item need not come back. If you want it,{" "}
          <a href={deskPaths.newReturn({ order: number })}>open a return</a> instead.
        </li>
      </ul>
    </Panel>
  );
}

function WhoMay() {
  return (
    <Panel title="Who may do this">
      <p className="sm">
        Owners can refund any sum. Packers can refund up to a daily limit, which an owner sets. The log shows
        who refunded what, when and why.
      </p>
    </Panel>
  );
}

const REFUNDED = [
  { value: "some", label: "Some items" },
  { value: "all", label: "Everything not refunded yet" },
  { value: "amount", label: "An amount" },
];

function ChooseForm({ number, customer, lines, delivery, reasons, formKey, answer }: Props) {
  const { values } = answer;
  return (
    <form className="panel stack" method="post">
      <HiddenFields values={{ intent: "check", key: values["key"] ?? formKey }} />
      <p className="xs muted">Step 1 of 2. Nothing is refunded until you have checked the sum.</p>
      <DeskChoice
        name="what"
        legend="What is it for?"
        legendClass="h2"
        options={REFUNDED}
        chosen={values["what"] ?? "some"}
        isInline
      />
      <div className="of-amount">
        <DeskField
          name="amount"
          label="Amount"
          hint="A gesture of goodwill: nothing has to come back, and no item is taken out of the order"
          inputMode="decimal"
          maxLength={20}
          answer={answer}
        />
      </div>
      <ItemFields lines={lines} delivery={delivery} values={values} />
      <div className="fields top">
        <DeskSelect
          name="reason"
          label="Why"
          answer={{ errors: {}, values }}
          options={reasons.map(({ key, label }) => ({ value: key, text: label }))}
        />
        <DeskField
          name="words"
          label={`A sentence for ${customer || "the customer"}`}
          hint="Optional. The customer reads it in the email about the refund"
          maxLength={REFUND_WORDS_MAX}
          autoComplete="off"
          answer={answer}
        />
      </div>
      <div className="acts">
        <button className="btn btn--big">Check the refund</button>
        <DeskLink href={deskPaths.order(number)} look="quiet">
          Go back
        </DeskLink>
      </div>
    </form>
  );
}

type ItemFieldsProps = Pick<Props, "lines" | "delivery"> & Readonly<{ values: DeskAnswer["values"] }>;

function ItemFields({ lines, delivery, values }: ItemFieldsProps) {
  return (
    <div className="of-items stack" id="items">
      <DeskTable
        caption="Items of the order"
        columns={["Item", { title: "Paid", isRight: true }, "How many", "The items go"]}
      >
        {lines.map((line) => (
          <LineRow key={line.position} line={line} values={values} />
        ))}
      </DeskTable>
      {delivery ? <DeliveryChoice {...delivery} chosen={values["delivery"]} /> : null}
    </div>
  );
}

type DeliveryChoiceProps = NonNullable<Props["delivery"]> & Readonly<{ chosen: string | undefined }>;

/** By law delivery goes back with the last items, all of it or a part. */
function DeliveryChoice({ amount, isUnsent, chosen }: DeliveryChoiceProps) {
  return (
    <DeskSelect
      name="delivery"
      label={`Delivery, ${amount}`}
      value={chosen ?? "last"}
      options={[
        {
          value: "last",
          text: isUnsent
            ? "Refund it if nothing is left to send"
            : "With the last items, refund what is due by law",
        },
        { value: "on", text: "Refund it too" },
        { value: "off", text: "Do not refund it" },
      ]}
    />
  );
}

function LineRow({ line, values }: Readonly<{ line: Line; values: DeskAnswer["values"] }>) {
  const { position, name, variant, sku, image, left, paid, each } = line;
  return (
    <DeskRow>
      <DeskCell isHead>
        <WithThumbnail file={image}>
          <b>{name}</b>
          {variant ? `, ${variant}` : ""}
          <SecondLine look="xs muted mono">{sku}</SecondLine>
        </WithThumbnail>
      </DeskCell>
      <DeskCell className="side r num">
        {paid}
        {each ? <SecondLine>{each} each</SecondLine> : null}
      </DeskCell>
      <DeskCell className="full" label={left === 0 ? undefined : "How many"}>
        {left === 0 ? (
          <span className="muted">Refunded already</span>
        ) : (
          <select
            className="select"
            name={`u${position}`}
            defaultValue={values[`u${position}`] ?? "0"}
            aria-label={`How many of ${name} to refund`}
          >
            {Array.from({ length: left + 1 }, (_, units) => (
              <option key={units}>{units}</option>
            ))}
          </select>
        )}
      </DeskCell>
      <DeskCell className="full">
        {left === 0 ? null : <StockChoice line={line} chosen={values[`s${position}`]} />}
      </DeskCell>
    </DeskRow>
  );
}

/** What was never sent goes back by itself, unless somebody says otherwise. */
function StockChoice({ line, chosen }: Readonly<{ line: Line; chosen: string | undefined }>) {
  const { position, name, isUnsent } = line;
  return (
    <DeskChoice
      name={`s${position}`}
      legend={`${name} goes`}
      legendClass="vh"
      options={[
        { value: "back", label: "Back on the shelf" },
        { value: "away", label: "Not back on the shelf" },
      ]}
      chosen={chosen ?? (isUnsent ? "back" : "away")}
      isInline
    />
  );
}

const NOT_REPEATED: ReadonlyArray<string> = ["intent", "sum", "code"];

function CheckForm({ customer, answer, check }: Props & Readonly<{ check: RefundCheck }>) {
  const words = answer.values["words"];
  const repeated = Object.entries(answer.values).filter(([name]) => !NOT_REPEATED.includes(name));
  return (
    <form className="panel stack" method="post">
      <HiddenFields values={{ ...Object.fromEntries(repeated), sum: check.sum }} />
      <dl className="sums">
        {check.rows.map(({ label, amount }) => (
          <Sum key={label} label={label} amount={amount} />
        ))}
        <Sum label="Back to the original payment method" amount={check.total} isTotal />
        <Sum label="Still paid after this" amount={check.stays} />
      </dl>
      <StockWords {...check} />
      <p className="sm muted">
        {check.tax}
        {check.stock === null ? "No item is refunded with it. " : ""}
        {customer} gets an email once the bank has accepted the refund{words ? ", which says:" : "."}
      </p>
      {words ? <p className="quote">{words}</p> : null}
      <CodeField answer={answer} isConfirmed={check.isConfirmed} why="You move money, so we ask once more." />
      <div className="acts">
        <DeskButton intent="refund" look="big">
          Refund {check.total}
        </DeskButton>
        <DeskButton intent="change" look="quiet" formNoValidate>
          Change something
        </DeskButton>
      </div>
    </form>
  );
}

function StockWords({ stock, unsent, spoilt }: Pick<RefundCheck, "stock" | "unsent" | "spoilt">) {
  const named = (isBack: boolean) =>
    (stock ?? []).filter((one) => one.isBack === isBack).map(({ what }) => what);
  const [back, away] = [named(true), named(false)];
  return (
    <>
      <ul className="stack-s sm">
        {back.length > 0 ? <li>Back on the shelf: {back.join(", ")}</li> : null}
        {away.length > 0 ? <li>Not back on the shelf: {away.join(", ")}</li> : null}
        {unsent.map((words, place) => (
          <li key={place} className="b">
            {words}
          </li>
        ))}
      </ul>
      {spoilt !== null && back.length > 0 ? (
        <DeskNotice tone="warn">
          You chose “{spoilt}”, but these go back on the shelf: {back.join(", ")}. If you cannot sell them,
          press “Change something”.
        </DeskNotice>
      ) : null}
    </>
  );
}
