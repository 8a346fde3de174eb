import { ButtonLink } from "#app/components/ui/button.tsx";

import styles from "./order.module.css";

type ReturnRequestedPageProps = Readonly<{
  orderNumber: number;
  email: string;
  homePath: string;
  number: string;
  isReceived: boolean;
  /** To the second; null for a return that is no withdrawal from the contract. */
  withdrawnAtText: string | null;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number; reason: string }>>;
  steps: ReadonlyArray<string>;
}>;

export function ReturnRequestedPage(props: ReturnRequestedPageProps) {
  const { orderNumber, email, homePath, number, isReceived, withdrawnAtText, contents, steps } = props;
  return (
    <div className={`wrap wrap-text ${styles.page}`}>
      <div className="stack">
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
        {isReceived ? null : (
          <>
            <h2 className="d-xs">What happens next</h2>
            <ol className={styles.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </div>
      <p className={`no-print ${styles.form}`}>
        <span>
          <ButtonLink to={homePath} kind="line">
            View order {orderNumber}
          </ButtonLink>
        </span>
      </p>
    </div>
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
