import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { COURIERS } from "#app/models/shipping/carrier.ts";
import { CourierField } from "#app/components/desk/send-form.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton, SecondLine } from "#app/components/desk/desk-parts.tsx";

export type SendRow = Readonly<{
  number: number;
  /** Empty where the role does not see it. */
  name: string;
  what: string;
  /** `shownStatus`: it is sent only from there. */
  status: string;
  isCollected: boolean;
}>;

type RowWords = Readonly<{ number: number; words: string }>;

type PageData = Readonly<{
  rows: ReadonlyArray<SendRow>;
  /** Nothing of them can be sent now. */
  leftOut: ReadonlyArray<RowWords>;
  more: number;
  formKey: string;
}>;

export type SendManyAnswer = Readonly<{
  /** Orders whose parcels go out in two minutes. */
  sent: ReadonlyArray<number>;
  refused: ReadonlyArray<RowWords>;
  /** Orders whose parcels were taken back; null: nothing was to be taken back. */
  back: ReadonlyArray<number> | null;
  /** The key of what was sent, for taking it back. */
  key: string;
  /** What was typed. */
  values: Readonly<Record<string, string>>;
  /** What was typed for orders without a row on this page, as JSON. It comes back with them. */
  carried: string;
  page: PageData;
}>;

type Props = PageData & Readonly<{ answer: SendManyAnswer | null }>;

export function SendManyPage({ answer, ...page }: Props) {
  const { rows, leftOut, more } = page;
  return (
    <>
      <DeskBack href={deskPaths.orders()}>Orders</DeskBack>
      <DeskHead
        title="Send orders"
        sub="A tracking number for each parcel. All of them go out two minutes later."
      />
      {rows.length > 0 ? <EnterButton /> : null}
      {answer ? <Outcome answer={answer} form={rows.length > 0 ? FORM : UNDO_FORM} /> : null}
      {leftOut.length > 0 && !answer ? (
        <DeskNotice tone="info">
          Left out: <Reasons rows={leftOut} />
        </DeskNotice>
      ) : null}
      {rows.length > 0 ? (
        <SendManyForm page={page} answer={answer} />
      ) : (
        <Nothing isSent={answer !== null && answer.sent.length > 0} />
      )}
      {more > 0 ? <More count={more} /> : null}
    </>
  );
}

function Nothing({ isSent }: Readonly<{ isSent: boolean }>) {
  return (
    <section className="panel void">
      <p className="note">
        {isSent
          ? "Nothing is left to send here."
          : "None of these orders can be sent now. Choose others in the list."}
      </p>
    </section>
  );
}

function More({ count }: Readonly<{ count: number }>) {
  return (
    <p className="sm muted">
      {count === 1
        ? "1 more order waits for its turn: it comes once you have sent these."
        : `${count} more orders wait for their turn: they come once you have sent these.`}
    </p>
  );
}

function Reasons({ rows }: Readonly<{ rows: ReadonlyArray<RowWords> }>) {
  return (
    <>
      {rows.map(({ number, words }) => (
        <span key={number}>
          <a href={deskPaths.order(number)}>{number}</a>: {words}.{" "}
        </span>
      ))}
    </>
  );
}

const FORM = "sendmany";
const UNDO_FORM = "undo";

/** The first button of a form is what Enter presses: a scanner types Enter behind each number, and must not undo or send. */
function EnterButton() {
  return (
    <button className="vh" form={FORM} name="intent" value="next" tabIndex={-1} aria-hidden="true">
      Next
    </button>
  );
}

type OutcomeProps = Readonly<{ answer: SendManyAnswer; form: string }>;

function Outcome({ answer, form }: OutcomeProps) {
  const { sent, refused, back } = answer;
  if (back !== null) {
    return back.length === 0 ? (
      <DeskNotice tone="error">It is too late: these parcels are on their way.</DeskNotice>
    ) : (
      <DeskNotice>
        Taken back: {back.length} {back.length === 1 ? "parcel stays" : "parcels stay"} here.
      </DeskNotice>
    );
  }
  return (
    <>
      {sent.length > 0 ? (
        <DeskNotice end={<Undo answer={answer} form={form} />}>
          {sent.length} {sent.length === 1 ? "parcel goes" : "parcels go"} out in two minutes:{" "}
          {sent.map((number) => (
            <span key={number}>
              <a href={deskPaths.order(number)}>{number}</a>{" "}
            </span>
          ))}
        </DeskNotice>
      ) : null}
      {refused.length > 0 ? (
        <DeskNotice tone="error">
          Not sent: <Reasons rows={refused} />
        </DeskNotice>
      ) : null}
    </>
  );
}

/** Sent with the rows below, if there are any: what was typed there stays. */
function Undo({ answer: { sent, key, carried, values, page }, form }: OutcomeProps) {
  return (
    <>
      {form === UNDO_FORM ? (
        <form method="post" id={UNDO_FORM}>
          <input type="hidden" name="key" value={page.formKey} />
          <input type="hidden" name="carried" value={carried} />
          <input type="hidden" name="carrier" value={values["carrier"] ?? COURIERS[0].key} />
        </form>
      ) : null}
      <input type="hidden" form={form} name="sent" value={sent.join(",")} />
      <input type="hidden" form={form} name="sentKey" value={key} />
      <button className="btn btn--line" form={form} name="intent" value="undo">
        Undo
      </button>
    </>
  );
}

type FormProps = Readonly<{ page: PageData; answer: SendManyAnswer | null }>;

function SendManyForm({ page: { rows, formKey }, answer }: FormProps) {
  const typed = answer?.values ?? {};
  const values = rows.map((row) => valuesOf(row, typed));
  const next = values.findIndex(({ tracking, isUntracked }) => tracking === "" && !isUntracked);
  return (
    <form className="panel panel--flush" method="post" id={FORM}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="carried" value={answer?.carried ?? ""} />
      <input
        type="hidden"
        name="shown"
        value={rows.map(({ number, status }) => `${number}:${status}`).join(",")}
      />
      <div className="fields top panel-title">
        <CourierField chosen={typed["carrier"] ?? COURIERS[0].key} />
        <div className="field">
          <DeskButton intent="next">Go to the next empty field</DeskButton>
          <span className="hint">Enter does so too, also that of a scanner</span>
        </div>
      </div>
      <DeskTable caption="Parcels" columns={["Order", "For", "Tracking number", "Courier", "Without"]}>
        {values.map((row, index) => (
          <ParcelRow
            key={row.number}
            row={row}
            hasFocus={index === next}
            error={answer?.refused.find(({ number }) => number === row.number)?.words ?? null}
          />
        ))}
      </DeskTable>
      <div className="foot-r">
        <button className="btn" name="intent" value="send" {...focus(next < 0)}>
          <Icon name="truck" />
          Send and tell the customers
        </button>
        <span className="xs muted">Takes effect in 2 minutes; until then you can undo it.</span>
      </div>
    </form>
  );
}

/** Apart, because it is the work of this page to type one number after the other. */
const focus = (hasFocus: boolean) => ({ autoFocus: hasFocus });

type RowValues = SendRow & Readonly<{ tracking: string; carrier: string; isUntracked: boolean }>;

/** A row that the form did not have before has nothing typed. */
function valuesOf(row: SendRow, typed: SendManyAnswer["values"]): RowValues {
  const { number, isCollected } = row;
  const tracking = typed[`t${number}`];
  return tracking === undefined
    ? { ...row, tracking: "", carrier: isCollected ? "collection" : "", isUntracked: isCollected }
    : {
        ...row,
        tracking,
        carrier: typed[`c${number}`] ?? "",
        isUntracked: typed[`w${number}`] === "on",
      };
}

type RowProps = Readonly<{ row: RowValues; hasFocus: boolean; error: string | null }>;

function ParcelRow({ row, hasFocus, error }: RowProps) {
  const { number, name, what } = row;
  return (
    <DeskRow>
      <DeskCell isHead className="first" href={deskPaths.order(number)}>
        {number}
      </DeskCell>
      <DeskCell className="full">
        {name || "Not shown to your role"}
        <SecondLine>{what}</SecondLine>
      </DeskCell>
      <DeskCell className="full">
        <label className="vh" htmlFor={`t${number}`}>
          Tracking number of order {number}
        </label>
        {error === null ? null : <FieldError id={`t${number}-error`} error={error} />}
        <input
          className="input mono"
          id={`t${number}`}
          name={`t${number}`}
          defaultValue={row.tracking}
          autoComplete="off"
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : `t${number}-error`}
          {...focus(hasFocus)}
        />
      </DeskCell>
      <DeskCell className="full">
        <label className="vh" htmlFor={`c${number}`}>
          Courier of order {number}
        </label>
        <select className="select" id={`c${number}`} name={`c${number}`} defaultValue={row.carrier}>
          <option value="">As above</option>
          {COURIERS.map(({ key, name: courier }) => (
            <option key={key} value={key}>
              {courier}
            </option>
          ))}
        </select>
      </DeskCell>
      <DeskCell className="full">
        <label className="check">
          <input type="checkbox" name={`w${number}`} defaultChecked={row.isUntracked} />
          <span>
            No number<span className="vh"> for order {number}</span>
          </span>
        </label>
      </DeskCell>
    </DeskRow>
  );
}
