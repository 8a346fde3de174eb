import { ButtonLink } from "#app/components/ui/button.tsx";
import { PrintButton } from "#app/components/ui/print-button.tsx";
import type { ReturnLabel } from "#app/services/return-labels/return-labels-port.ts";

type ReturnRequestedPageProps = Readonly<{
  orderNumber: number;
  email: string;
  homePath: string;
  number: string;
  isReceived: boolean;
  /** To the second; null for a return that is no withdrawal from the contract. */
  withdrawnAtText: string | null;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number; reason: string }>>;
  /** What the buyer gets back; null: nothing. */
  refundText: string | null;
  steps: ReadonlyArray<string>;
  /** For what goes by post; null: nothing does, or it has arrived. */
  label: ReturnLabel | null;
  postage: string | null;
}>;

export function ReturnRequestedPage(props: ReturnRequestedPageProps) {
  const { orderNumber, email, homePath, number, isReceived, withdrawnAtText, contents, steps, label } = props;
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack no-print">
        <h1 className="d-lg">
          {withdrawnAtText ? "Withdrawal" : "Return"} {number}
        </h1>
        {withdrawnAtText ? (
          <p className="lead">
            {`We received your withdrawal from the contract on ${withdrawnAtText} and have emailed a receipt to ${email}.`}
          </p>
        ) : null}
        <p className={withdrawnAtText ? "muted" : "lead"}>{stateText(props)}</p>
        <h2 className="d-xs">{withdrawnAtText ? "Items" : "Items you are returning"}</h2>
        <ul className="muted">
          {contents.map(({ name, quantity, reason }) => (
            <li key={name}>
              {`${quantity > 1 ? `${quantity} × ` : ""}${name}${withdrawnAtText ? "" : `: ${reason}`}`}
            </li>
          ))}
        </ul>
        {props.refundText ? <p>{props.refundText}</p> : null}
        {isReceived ? null : (
          <>
            <h2 className="d-xs">What happens next</h2>
            <ol className="listed">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </div>
      {label ? <Label label={label} postage={props.postage} /> : null}
      <p className="no-print column gap-6 above-8">
        <span>
          <ButtonLink to={homePath} kind="line">
            View order {orderNumber}
          </ButtonLink>
        </span>
      </p>
    </div>
  );
}

/** Alone on paper. */
function Label({
  label,
  postage,
}: Pick<ReturnRequestedPageProps, "postage"> & Readonly<{ label: ReturnLabel }>) {
  const { number, to, from, href } = label;
  return (
    <section className="column gap-6 above-8" aria-label="Label for the parcel">
      <div className="panel stack">
        <p className="b">
          Return {number}. {postage}
        </p>
        {[
          ["To", ...to],
          ["From", ...from],
        ].map((lines) => (
          <address key={lines[0]}>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </address>
        ))}
      </div>
      {href ? (
        <ButtonLink to={href}>Open the carrier’s label</ButtonLink>
      ) : (
        <PrintButton label="Print the label" />
      )}
    </section>
  );
}

function stateText({ orderNumber, email, isReceived, withdrawnAtText }: ReturnRequestedPageProps): string {
  if (withdrawnAtText)
    return isReceived
      ? `There is nothing more to send back. You can see your refund on order ${orderNumber}.`
      : "Please send the items back. If some have not arrived yet, wait until they do.";
  return isReceived
    ? `We have received it. You can see your refund on order ${orderNumber}.`
    : `We are expecting your return and have emailed ${email}.`;
}
