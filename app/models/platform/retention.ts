/** How long personal data is stored, as the privacy notice promises. */

/** Years until an order is pseudonymised. Tax law (VAT Act 1994, Sch. 11) asks for six. */
export const ORDER_YEARS = 7;
/** Months after an order. */
export const GIFT_MESSAGE_MONTHS = 12;
/** Months after the confirmation. */
export const STOCK_ALERT_MONTHS = 12;
/** Days after the last change. Longer than the 90 days of the cookie. */
export const GUEST_BASKET_DAYS = 180;
/** Months until a counted visit is deleted: one more than a year, for comparisons with last year. */
export const STATISTICS_MONTHS = 13;

/** `months` calendar months before `now`, ISO 8601 in UTC; the last day of a shorter month. */
export function monthsBefore(now: Date, months: number): string {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return then.toISOString();
}
