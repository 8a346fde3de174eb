/** Payment providers as people know them. */

const NAMES: Readonly<Record<string, string>> = {
  embedded: "test payments",
  none: "nothing to pay",
  stripe: "Stripe",
};

/** `provider` as its name in the settings: "Stripe" for "stripe". */
export function providerName(provider: string): string {
  return NAMES[provider] ?? provider;
}
