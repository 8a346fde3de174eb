import type { Currency } from "#app/models/shared/currency.ts";

/**
 * The least that each payment provider charges, in minor units of the currency.
 *
 * Stripe: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, read in November 2026. It converts other
 * currencies to that of the account's bank and says only then that an amount is too small ("payment-too-small").
 */
const SMALLEST: Readonly<Record<string, Readonly<Record<Currency, number>>>> = {
  stripe: {
    AED: 200,
    AUD: 50,
    BGN: 100,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    CZK: 1_500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
    HUF: 17_500,
    INR: 50,
    JPY: 50,
    MXN: 1_000,
    MYR: 200,
    NOK: 300,
    NZD: 50,
    PLN: 200,
    RON: 200,
    SEK: 300,
    SGD: 50,
    THB: 1_000,
    USD: 50,
  },
};

/** In minor units; 1 where the provider names no amount. `provider` as its name in the settings. */
export function smallestCharge(provider: string, currency: Currency): number {
  return SMALLEST[provider]?.[currency] ?? 1;
}
