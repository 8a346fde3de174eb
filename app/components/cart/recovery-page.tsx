import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  type FoundRecovery,
  type SavedItems,
  shortageText,
} from "#app/models/cart-recovery/cart-recovery.ts";
import { countItems, itemsLabel } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";

import { recoveryCopy } from "./recovery-copy.ts";
import styles from "./recovery-page.module.css";
import { SavedItemsList } from "./saved-items-list.tsx";

export type RecoveryPageProps = Readonly<{
  recovery: FoundRecovery;
  path: string;
  problem: string | null;
}>;

/** Nothing changes before a button is pressed. */
export function RecoveryPage({ recovery, path, problem }: RecoveryPageProps) {
  const { saved, current } = recovery;
  const words = recoveryCopy(recovery);
  const shortage = shortageText(saved);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className="stack-small">
        <h1 className="d-lg">{words.title}</h1>
        <p className="lead">{words.lead}</p>
      </div>
      {problem ? (
        <Notice kind="error" role="alert">
          <p>{problem}.</p>
        </Notice>
      ) : null}
      {shortage ? (
        <Notice kind="warn">
          <p>{shortage}</p>
        </Notice>
      ) : null}
      <Choices recovery={recovery} path={path} />
      <div className={current.length > 0 ? styles.baskets : styles.basket}>
        <Basket id="saved" title={words.savedTitle} items={saved} />
        {current.length > 0 ? <Basket id="current" title="In your basket now" items={current} /> : null}
      </div>
    </div>
  );
}

function Choices({ recovery, path }: Omit<RecoveryPageProps, "problem">) {
  const { isAccounts, source } = recovery;
  const { choices } = recoveryCopy(recovery);
  return (
    <Form method="post" action={path} className={styles.choices}>
      {choices.map(({ intent, label, pendingLabel, hint }, index) => (
        <div key={intent} className={styles.choice}>
          <SubmitButton
            intent={intent}
            label={label}
            pendingLabel={pendingLabel}
            kind={index === 0 ? "solid" : "line"}
          />
          {hint ? <p className="sm muted">{hint}</p> : null}
        </div>
      ))}
      {isAccounts ? (
        <ButtonLink kind="line" to={paths.login({ redirectTo: paths.cart() })}>
          Log in
        </ButtonLink>
      ) : null}
      {source === "order" ? <OrderWay {...recovery} /> : null}
    </Form>
  );
}

/** Links to the order for its customer, else to the order lookup. */
function OrderWay({ orderId }: Pick<FoundRecovery, "orderId">) {
  return orderId ? (
    <ButtonLink kind="line" to={paths.thankYou(orderId)}>
      View order
    </ButtonLink>
  ) : (
    <ButtonLink kind="line" to={paths.findOrder()}>
      Find your order
    </ButtonLink>
  );
}

type BasketProps = Readonly<{ id: string; title: string; items: ReadonlyArray<SavedItems> }>;

function Basket({ id, title, items }: BasketProps) {
  return (
    <section aria-labelledby={id}>
      <h2 className="d-sm" id={id}>
        {title} <span className="muted">{itemsLabel(countItems(items))}</span>
      </h2>
      <SavedItemsList items={items} />
    </section>
  );
}
