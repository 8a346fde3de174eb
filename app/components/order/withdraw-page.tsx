import { MadeForYou } from "#app/components/order/made-for-you.tsx";
import { paths } from "#app/paths.ts";

import { type ReturnFormProps, ReturnSteps, UnitsLine } from "./return-sums.tsx";

type WithdrawPageProps = ReturnFormProps &
  Readonly<{
    sellerName: string;
    /** What the buyer may still do with each item that has words, or null. */
    madeForYou: ReadonlyArray<string | null>;
  }>;

export function WithdrawPage(props: WithdrawPageProps) {
  return (
    <ReturnSteps
      {...props}
      action={paths.withdrawOrder(props.order.id)}
      title="Withdraw from contract"
      lead={leadOf(props)}
      closed={<Lines {...props} />}
      confirmLabel="Confirm withdrawal"
      declaration={<Declaration {...props} />}
      isDayOptional
    >
      <div>
        <Lines {...props} />
      </div>
    </ReturnSteps>
  );
}

function leadOf({ order, state, untilText, check }: WithdrawPageProps): string {
  switch (state) {
    case "open":
      if (check) return "Check your declaration. It is sent when you confirm.";
      return `Choose the items of order ${order.number}${untilText ? `, until ${untilText}` : ""}. You do not have to give a reason.`;
    case "late":
      return `The last day to withdraw from order ${order.number} was ${untilText ?? "some time ago"}. If something is faulty, contact us: you have longer to tell us.`;
    case "announced":
      return `You have already told us about everything in order ${order.number}.`;
    case "nothing":
      return `There is nothing in order ${order.number} that you can withdraw from.`;
  }
}

/** Fields for what can be chosen; of the rest what the buyer may still do with it. */
function Lines({ order, state, left, errors, values, madeForYou }: WithdrawPageProps) {
  return order.lines.map((line, index) => {
    const key = `${line.variantId} ${line.variantLabel ?? ""}`;
    const most = state === "open" ? (left[index] ?? 0) : 0;
    if (most === 0) return <MadeForYou key={key} line={line} text={madeForYou[index]} />;
    return <UnitsLine key={key} {...{ line, index, most, errors, values }} units={most} />;
  });
}

function Declaration({ order, sellerName, check }: WithdrawPageProps) {
  const { first_name: first, last_name: last } = order.billingAddress;
  return (
    <div className="stack">
      <p>{`I, ${first} ${last}, withdraw from my contract with ${sellerName} for these items of order ${order.number}:`}</p>
      <ul className="column gap-1 above-4 below-4">
        {check?.items.map((item, at) => (
          <li key={`${at} ${item}`}>{item}</li>
        ))}
      </ul>
      {order.email ? <p className="muted">We will email the receipt to {order.email}.</p> : null}
    </div>
  );
}
