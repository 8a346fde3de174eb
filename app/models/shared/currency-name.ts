import type { Currency } from "./currency.ts";

/** Other currencies have the name that `Intl` gives. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["GBP", "pounds sterling"],
  ["EUR", "euros"],
  ["USD", "US dollars"],
  ["JPY", "Japanese yen"],
  ["KWD", "Kuwaiti dinars"],
]);

/** "pounds sterling": the name of an ISO 4217 code in running text. */
export function currencyName(currency: Currency): string {
  return NAMES.get(currency) ?? new Intl.DisplayNames("en", { type: "currency" }).of(currency) ?? currency;
}
