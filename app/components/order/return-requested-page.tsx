import { ButtonLink } from "#app/components/ui/button.tsx";

import styles from "./order.module.css";

type ReturnRequestedPageProps = Readonly<{
  orderNumber: number;
  email: string;
  homePath: string;
  number: string;
  isReceived: boolean;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number; reason: string }>>;
  steps: ReadonlyArray<string>;
}>;

export function ReturnRequestedPage(props: ReturnRequestedPageProps) {
  const { orderNumber, email, homePath, number, isReceived, contents, steps } = props;
  return (
    <div className={`wrap wrap-text ${styles.page}`}>
      <div className="stack">
        <h1 className="d-lg">Return {number}</h1>
        <p className="lead">
          {isReceived
            ? `We have received it. You can see your refund on order ${orderNumber}.`
            : `We are expecting your return and have emailed ${email}.`}
        </p>
        <h2 className="d-xs">Items you are returning</h2>
        <ul className="muted">
          {contents.map(({ name, quantity, reason }) => (
            <li key={name}>{`${quantity > 1 ? `${quantity} × ` : ""}${name}: ${reason}`}</li>
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
