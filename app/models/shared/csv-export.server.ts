import { decimalAmount } from "./decimal.ts";
import type { Money } from "./money.ts";

/** A cell: text, or a number that nobody adds up. */
export type ExportRow = Readonly<Record<string, string | number>>;

export const EXPORT_BATCH = 500;

/** 1250 pence are "12.50"; a missing amount is empty. */
export function amountText(amount: Money | null): string {
  return amount ? decimalAmount(amount) : "";
}
