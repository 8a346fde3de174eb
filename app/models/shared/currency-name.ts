import type { Currency } from "./currency.ts";
import { formatter } from "./money.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["GBP", "pounds sterling"],
  ["EUR", "euros"],
  ["USD", "US dollars"],
  ["JPY", "Japanese yen"],
  ["KWD", "Kuwaiti dinars"],
]);

export function currencyName(currency: Currency): string {
  return NAMES.get(currency) ?? new Intl.DisplayNames("en", { type: "currency" }).of(currency) ?? currency;
}

const SIGN_MAX_CHARACTERS = 2;

/** "£" where a short sign stands before amounts, for a field that shows it; null for "KWD", or a sign that stands after. */
export function leadingSign({
  currency,
  locale,
}: Readonly<{ currency: Currency; locale: string }>): string | null {
  const [first] = formatter(locale, currency, 0).formatToParts(1);
  return first?.type === "currency" && first.value.length <= SIGN_MAX_CHARACTERS ? first.value : null;
}
