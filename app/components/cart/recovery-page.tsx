import { Form } from "@remix-run/react";

import { Problem } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  type FoundRecovery,
  type RecoverySource,
  type SavedItem,
  shortageText,
} from "#app/models/cart-recovery/cart-recovery.ts";
import { countItems, itemsLabel } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";

import styles from "./recovery-page.module.css";
import { SavedItemsList } from "./saved-items-list.tsx";

type RecoveryPageProps = Readonly<{
  recovery: FoundRecovery;
  path: string;
  problem: string | null;
}>;

export function RecoveryPage({ recovery, path, problem }: RecoveryPageProps) {
  const { saved, current } = recovery;
  const words = recoveryCopy(recovery);
  const shortage = shortageText(saved);
  return (
    <div className="wrap column gap-6 page-room">
      <div className="stack-small">
        <h1 className="d-lg">{words.title}</h1>
        <p className="lead">{words.lead}</p>
      </div>
      <Problem text={problem && `${problem}.`} />
      {shortage ? (
        <Notice kind="warn">
          <p>{shortage}</p>
        </Notice>
      ) : null}
      <Choices recovery={recovery} path={path} />
      <div className={current.length > 0 ? "beside" : "measure"}>
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
    <Form method="post" action={path} className={`cluster gap-4 tops ${styles.choices}`}>
      {choices.map(({ intent, label, pendingLabel, hint }, index) => (
        <div key={intent} className={`column gap-2 ${styles.choice}`}>
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

type BasketProps = Readonly<{ id: string; title: string; items: ReadonlyArray<SavedItem> }>;

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

type Choice = Readonly<{
  intent: "merge" | "use" | "keep";
  label: string;
  pendingLabel: string;
  hint: string | null;
}>;

type Words = Readonly<{
  title: string;
  lead: string;
  savedTitle: string;
  /** Likeliest first; empty where nothing can be done. */
  choices: ReadonlyArray<Choice>;
}>;

function recoveryCopy(recovery: FoundRecovery): Words {
  const { source, saved, current, isAccounts } = recovery;
  const isPlain = current.length === 0;
  const canHave = saved.some(({ state }) => state !== "gone");
  return {
    ...HEADS[source],
    ...(isAccounts ? { lead: ACCOUNT_LEAD } : {}),
    choices: [...(canHave || source === "cart" ? takings(source, isPlain) : []), ...(isPlain ? [] : [KEEP])],
  };
}

const HEADS = {
  cart: {
    title: "Which basket?",
    lead: "This link opens a saved basket, but you already have another one here. You will not lose anything until you choose.",
    savedTitle: "Saved basket",
  },
  copy: {
    title: "Your saved basket",
    lead: "Add these saved items to your basket to continue.",
    savedTitle: "Saved items",
  },
  record: {
    title: "Your saved basket",
    lead: "The basket itself has expired, but we know what was in it. Prices are today’s.",
    savedTitle: "Saved items",
  },
  order: {
    title: "This basket has already been ordered",
    lead: "It has been ordered and paid for. You can buy the same items again at today’s prices.",
    savedTitle: "Ordered items",
  },
} as const satisfies Record<RecoverySource, Omit<Words, "choices">>;

const ACCOUNT_LEAD =
  "This basket belongs to an account. Log in to use it, or add the same items to a basket here.";

const KEEP: Choice = {
  intent: "keep",
  label: "Keep my basket",
  pendingLabel: "Please wait",
  hint: "Nothing changes, and you can use the link again later.",
};

function takings(source: RecoverySource, isPlain: boolean): ReadonlyArray<Choice> {
  if (source === "order") return [isPlain ? ORDER_AGAIN : { ...ORDER_AGAIN, intent: "merge" }];
  if (isPlain) return [TAKE];
  return source === "cart" ? [MERGE, USE] : [ADD, USE_INSTEAD];
}

const MERGE: Choice = {
  intent: "merge",
  label: "Combine both baskets",
  pendingLabel: "Combining",
  hint: "If an item is in both, we add the quantities together, as far as stock allows.",
};
const USE: Choice = {
  intent: "use",
  label: "Use the saved basket",
  pendingLabel: "Restoring",
  hint: "This replaces the basket you have open here.",
};
const ADD: Choice = {
  intent: "merge",
  label: "Add these to my basket",
  pendingLabel: "Adding",
  hint: "Items already in your basket are not added twice.",
};
const USE_INSTEAD: Choice = {
  intent: "use",
  label: "Use these instead",
  pendingLabel: "Restoring",
  hint: "They replace the basket you have open here.",
};
const TAKE: Choice = {
  intent: "use",
  label: "Add to my basket",
  pendingLabel: "Adding",
  hint: null,
};
const ORDER_AGAIN: Choice = {
  intent: "use",
  label: "Buy again",
  pendingLabel: "Adding",
  hint: null,
};
