import { type DeskAnswer, DeskErrors, HiddenFields } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

type Props = Readonly<{
  query: Readonly<Record<string, string>>;
  title: string;
  /** When the list was shown. ISO 8601, UTC, and in words. */
  seen: string;
  seenText: string;
  length: number;
  lengthText: string;
  cut: string | null;
  others: number;
  othersText: string;
  slipsMax: number;
  sendMax: number;
  formKey: string;
  answer: DeskAnswer;
}>;

export function NewBatchPage(page: Props) {
  const { query, length, lengthText, formKey, seen, answer } = page;
  const orders = length === 1 ? "order" : "orders";
  return (
    <>
      <DeskBack href={deskPaths.orders(query)}>Orders</DeskBack>
      <DeskErrors answer={answer} labels={{}} />
      <DeskHead title="Pack many orders" />
      <Panel
        className="stack"
        title={
          length === 0 ? "None of these orders is to be packed" : `Mark ${lengthText} ${orders} as packed?`
        }
      >
        <What {...page} />
        <div className="acts">
          {length > 0 ? (
            <form method="post">
              <HiddenFields values={{ ...query, seen, key: formKey }} />
              <DeskButton intent="start" look="big">
                Mark {lengthText} {orders} as packed
              </DeskButton>
            </form>
          ) : null}
          <a className="btn btn--line btn--big" href={deskPaths.orders(query)}>
            Back to the list
          </a>
        </div>
      </Panel>
    </>
  );
}

function What({ title, seenText, cut, length, lengthText, others, othersText, slipsMax, sendMax }: Props) {
  return (
    <ul className="listed">
      <li>
        The list “{title}” as you saw it on {seenText}.
      </li>
      {cut === null ? null : (
        <li>
          {cut} could be packed. One go takes the first {lengthText}.
        </li>
      )}
      {others > 0 ? (
        <li>
          {othersText} of the list {others === 1 ? "stays as it is: it is" : "stay as they are: they are"} not
          to be packed, or {others === 1 ? "has" : "have"} changed since.
        </li>
      ) : null}
      {length > 0 ? (
        <li>
          Each order is packed on its own, in the background. You can close the page, stop it, and unpack the
          orders afterwards.
        </li>
      ) : null}
      <li>
        Slips are printed at most {slipsMax} at a time, and parcels sent at most {sendMax} at a time.
      </li>
    </ul>
  );
}
