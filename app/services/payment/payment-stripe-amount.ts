/** Amounts as Stripe counts them (docs.stripe.com/currencies). */
import type { PaymentAmount } from "#app/models/order/payment/payment.ts";
import type { Money } from "#app/models/shared/money.ts";

/** Currencies without decimals that Stripe takes in hundredths all the same. */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set(["ISK", "UGX"]);
const HUNDREDTHS = 100;

/** Of currencies with three decimals Stripe takes steps of ten, which every price of the shop is made of. */
export function stripeAmount({ minor, currency }: Money): number {
  return IN_HUNDREDTHS.has(currency) ? minor * HUNDREDTHS : minor;
}

/** The opposite. A part of a unit that the shop does not know makes the amount differ from every order's. */
export function amountFromStripe(amount: number, currency: string): PaymentAmount {
  return { minor: IN_HUNDREDTHS.has(currency) ? amount / HUNDREDTHS : amount, currency };
}

/** Languages of Stripe's page in which the shop's own texts are written. */
export function stripePageLocale(locale: string): "en" | "en-GB" {
  return locale === "en-GB" ? "en-GB" : "en";
}
