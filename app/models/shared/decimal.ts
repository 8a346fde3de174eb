import { z } from "zod";

import { type Currency, currencyDigits, minorPerUnit, smallestStep } from "./currency.ts";
import type { Money } from "./money.ts";

const DECIMAL_MAX = 10_000_000;
const NOISE = 1e-6;

/** `decimal` times `factor`, or null if that is no safe whole number: wholeUnits(4.5, 100) is 450. */
export function wholeUnits(decimal: number, factor: number): number | null {
  const exact = decimal * factor;
  const whole = Math.round(exact);
  return Number.isSafeInteger(whole) && Math.abs(exact - whole) < NOISE * factor ? whole : null;
}

/** 10^`digits` units make one; parsed from text, not divided. */
export function decimalOf(whole: number, digits: number): number {
  return Number(`${whole}e-${digits}`);
}

/** Major units as a number: 4.5 for 450 pence. For other systems only: nothing is calculated with it. */
export function amountOf({ minor, currency }: Money): number {
  return decimalOf(minor, currencyDigits(currency));
}

function wholeSchema(factor: number, unit: string) {
  return z
    .number({ required_error: "is missing", invalid_type_error: "must be a number" })
    .min(0, "must not be below 0")
    .max(DECIMAL_MAX, "is too large")
    .transform((decimal, context) => {
      const whole = wholeUnits(decimal, factor);
      if (whole !== null) return whole;
      context.addIssue({ code: "custom", message: `must be a whole number of ${unit}` });
      return z.NEVER;
    });
}

/** The smallest sum that a payment service takes, in major units: "0.01" for GBP, "0.010" for KWD. */
export function smallestSum(currency: Currency): string {
  return decimalAmount({ minor: smallestStep(currency), currency });
}

/** Decimal, as whole minor units. */
export function priceSchema(currency: Currency) {
  const factor = minorPerUnit(currency);
  const step = smallestStep(currency);
  const unit = smallestSum(currency);
  return wholeSchema(factor, `${currency} ${unit}`).refine((minor) => minor % step === 0, {
    message: `must be a whole number of ${currency} ${unit}`,
  });
}

/** Decimal centimetres, as whole millimetres. */
export const centimetresSchema = wholeSchema(10, "millimetres");
/** Decimal kilograms, as whole grams. */
export const kilogramsSchema = wholeSchema(1000, "grams");
/** A share such as 0.2, as whole hundredths of a per cent (2000). */
export const rateSchema = wholeSchema(10_000, "hundredths of a per cent");

const HUNDREDTHS_DIGITS = 2;

/** Hundredths of a major unit in every currency, as the marketing service counts (requirement marketing-3): 3000 yen are 300000. */
export function hundredthsOf({ minor, currency }: Money): number {
  return Math.round(Number(`${minor}e${HUNDREDTHS_DIGITS - currencyDigits(currency)}`));
}

/** The reverse of {@link hundredthsOf}, in minor units of `currency`. */
export function minorOfHundredths(hundredths: number, currency: Currency): number {
  return Math.round(Number(`${hundredths}e${currencyDigits(currency) - HUNDREDTHS_DIGITS}`));
}

/** Major units as text with all decimals of the currency: "4.50", "3000". */
export function decimalAmount({ minor, currency }: Money): string {
  const digits = currencyDigits(currency);
  return decimalOf(minor, digits).toFixed(digits);
}
