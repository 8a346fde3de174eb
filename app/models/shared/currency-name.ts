import type { Currency } from "./currency.ts";

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
