import type { FoundRecovery, RecoverySource } from "#app/models/cart-recovery/cart-recovery.ts";

type Choice = Readonly<{
  intent: "merge" | "use" | "keep";
  label: string;
  pendingLabel: string;
  /** What pressing it does, where the label alone does not say it; or null. */
  hint: string | null;
}>;

type Words = Readonly<{
  title: string;
  lead: string;
  savedTitle: string;
  /** The buttons, the likeliest first; none where nothing can be done. */
  choices: ReadonlyArray<Choice>;
}>;

/** What the page of a saved basket says, by where the goods come from and whether there is a basket here already. */
export function recoveryWords(recovery: FoundRecovery): Words {
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
    lead: "The link brings back a basket that was saved, and you have another one open here. Nothing is lost until you choose.",
    savedTitle: "In the saved basket",
  },
  copy: {
    title: "A saved basket",
    lead: "These goods were saved. Put them into your basket to go on with them.",
    savedTitle: "Saved",
  },
  record: {
    title: "Your saved basket",
    lead: "The basket itself is not kept any more, but we know what was in it. Prices are today’s.",
    savedTitle: "Saved",
  },
  order: {
    title: "This basket is ordered",
    lead: "It was ordered and paid for, so there is nothing left to do. You can order the same again, at today’s prices.",
    savedTitle: "Ordered",
  },
} as const satisfies Record<RecoverySource, Omit<Words, "choices">>;

const ACCOUNT_LEAD =
  "This basket is kept in an account. Log in to go on with it, or put the same goods into a basket here.";

const KEEP: Choice = {
  intent: "keep",
  label: "Keep my basket",
  pendingLabel: "One moment",
  hint: "Nothing changes. The link works again later.",
};

function takings(source: RecoverySource, isPlain: boolean): ReadonlyArray<Choice> {
  if (source === "order") return [isPlain ? ORDER_AGAIN : { ...ORDER_AGAIN, intent: "merge" }];
  if (isPlain) return [TAKE];
  return source === "cart" ? [MERGE, USE] : [ADD, USE_INSTEAD];
}

const MERGE: Choice = {
  intent: "merge",
  label: "Put both together",
  pendingLabel: "Putting together",
  hint: "Quantities of the same thing add up, as far as there is stock.",
};
const USE: Choice = {
  intent: "use",
  label: "Use the saved basket",
  pendingLabel: "Bringing it back",
  hint: "It takes the place of the one you have open here.",
};
const ADD: Choice = {
  intent: "merge",
  label: "Add these to my basket",
  pendingLabel: "Adding",
  hint: "What is in it already is not added twice.",
};
const USE_INSTEAD: Choice = {
  intent: "use",
  label: "Use these instead",
  pendingLabel: "Bringing them back",
  hint: "They take the place of the basket you have open here.",
};
const TAKE: Choice = {
  intent: "use",
  label: "Put these into my basket",
  pendingLabel: "Putting them in",
  hint: null,
};
const ORDER_AGAIN: Choice = {
  intent: "use",
  label: "Order the same again",
  pendingLabel: "Putting it into your basket",
  hint: null,
};
