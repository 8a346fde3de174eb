/** How long personal data is stored, as the privacy notice promises. */

/** Until an order is pseudonymised; tax law (VAT Act 1994, Sch. 11) asks for six. */
export const ORDER_YEARS = 7;
export const GIFT_MESSAGE_MONTHS = 12;
export const STOCK_ALERT_MONTHS = 12;
/** After the last change; longer than the 90 days of the cookie. */
export const GUEST_BASKET_DAYS = 180;
/** One more than a year, for comparisons with last year. */
export const STATISTICS_MONTHS = 13;

/** ISO 8601 in UTC; the last day of a shorter month. */
export function monthsBefore(now: Date, months: number): string {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return then.toISOString();
}
