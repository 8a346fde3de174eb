import type { FoundRecovery, RecoverySource } from "#app/models/cart-recovery/cart-recovery.ts";

type Choice = Readonly<{
  intent: "merge" | "use" | "keep";
  label: string;
  pendingLabel: string;
  /** An explanation of the label, or null. */
  hint: string | null;
}>;

type Words = Readonly<{
  title: string;
  lead: string;
  savedTitle: string;
  /** Likeliest first; empty where nothing can be done. */
  choices: ReadonlyArray<Choice>;
}>;

export function recoveryCopy(recovery: FoundRecovery): Words {
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
