import { deskPaths } from "#app/desk-paths.ts";
import type { ReturnStage } from "#app/models/order/returns/return.ts";
import { Panel } from "#app/components/desk/desk-back.tsx";
import { SecondLine } from "#app/components/desk/desk-parts.tsx";

const TAGS = {
  arrived: { kind: "tag--do", text: "Arrived" },
  requested: { kind: "tag--way", text: "Asked for" },
  overdue: { kind: "tag--bad", text: "Not back in time" },
  accepted: { kind: "tag--ok", text: "Accepted" },
} as const satisfies Record<ReturnStage, Readonly<{ kind: string; text: string }>>;

/** A buyer who has withdrawn did more than ask. */
export function ReturnTag({ stage, isWithdrawal }: Readonly<{ stage: ReturnStage; isWithdrawal: boolean }>) {
  const { kind, text } = TAGS[stage];
  return <span className={`tag ${kind}`}>{stage === "requested" && isWithdrawal ? "Withdrawn" : text}</span>;
}

export type OrderReturns = ReadonlyArray<
  Readonly<{ number: string; stage: ReturnStage; isWithdrawal: boolean; what: string }>
>;

export function OrderReturnsPanel({ returns }: Readonly<{ returns: OrderReturns }>) {
  if (returns.length === 0) return null;
  return (
    <Panel title="Returns">
      <ul className="plain">
        {returns.map(({ number, stage, isWithdrawal, what }) => (
          <li key={number}>
            <span>
              <a href={deskPaths.returned(number)}>Return {number}</a>
              <SecondLine look="sm muted">{what}</SecondLine>
            </span>
            <ReturnTag stage={stage} isWithdrawal={isWithdrawal} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
