import { DeskNotice } from "#app/components/desk/desk-form.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

export type BulkAnswer = Readonly<{
  step: "pack" | "unpack";
  /** Orders that were chosen: one form takes fewer. */
  length: number;
  done: number;
  rows: ReadonlyArray<Readonly<{ number: number; isDone: boolean; words: string }>>;
}>;

type Step = "pack" | "slips" | "send";

/** The first one is the main one. What is packed already is not packed again. */
const STEPS: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "to-pack": ["pack", "slips", "send"],
  packed: ["send", "slips"],
  "partly-sent": ["send", "slips"],
};
const ANY_STEPS: ReadonlyArray<Step> = ["slips", "pack", "send"];

export function BulkBar({ view }: Readonly<{ view: string }>) {
  return (
    <div className="bulk">
      <span className="cnt" aria-live="polite" />
      {(STEPS[view] ?? ANY_STEPS).map((step, place) => (
        <BulkButton key={step} step={step} className={place === 0 ? "btn" : "btn btn--line"} />
      ))}
    </div>
  );
}

function BulkButton({ step, className }: Readonly<{ step: Step; className: string }>) {
  if (step === "pack")
    return (
      <button className={className} name="intent" value="pack">
        Mark as packed
      </button>
    );
  const isSlips = step === "slips";
  return (
    <button
      className={className}
      formMethod="get"
      formAction={isSlips ? deskPaths.slips() : deskPaths.sendMany()}
    >
      <Icon name={isSlips ? "print" : "truck"} />
      {isSlips ? "Print slips" : "Send…"}
    </button>
  );
}

/** Never all or nothing without saying so. */
export function BulkResult({ answer: { step, done, rows, length } }: Readonly<{ answer: BulkAnswer }>) {
  const isCut = length > rows.length;
  const others = rows.filter(({ isDone }) => !isDone);
  if (rows.length === 0) return <DeskNotice tone="warn">Choose the orders first.</DeskNotice>;
  return (
    <DeskNotice
      tone={others.length === 0 && !isCut ? "success" : "info"}
      end={step === "pack" && done > 0 ? <UnpackThem rows={rows} done={done} /> : null}
    >
      {doneText(done, rows.length)} {step === "pack" ? "now packed" : "not packed any more"}.
      {isCut
        ? ` One form takes ${rows.length} of the ${length} orders: choose all of the list again for the rest.`
        : ""}
      {others.map(({ number, words }) => (
        <span key={number}>
          {" "}
          <a href={deskPaths.order(number)}>{number}</a>: {words}.
        </span>
      ))}
    </DeskNotice>
  );
}

/** "10 orders are", or "3 of 4 orders are" where some were left out. */
function doneText(done: number, length: number): string {
  const count = done === length ? String(done) : `${done} of ${length}`;
  return `${count} ${length === 1 ? "order is" : "orders are"}`;
}

/** A form has a limit to its fields. */
const UNPACK_MAX = 150;

function UnpackThem({ rows, done }: Pick<BulkAnswer, "rows" | "done">) {
  if (done > UNPACK_MAX) return null;
  return (
    <form method="post" action={deskPaths.orders({ view: "to-pack" })}>
      {rows
        .filter(({ isDone }) => isDone)
        .map(({ number }) => (
          <input key={number} type="hidden" name={`n${number}`} value="on" />
        ))}
      <DeskButton intent="unpack">Mark {done === 1 ? "it" : "them"} as not packed</DeskButton>
    </form>
  );
}
