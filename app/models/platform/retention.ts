/** How long the shop keeps personal data: the periods that the privacy notice promises, and that the cleanup keeps to. */

/** Years after an order until it loses names, addresses and words. Tax law (VAT Act 1994, Sch. 11) asks for six. */
export const ORDER_YEARS = 7;
/** Months after an order until its gift messages are deleted. */
export const GIFT_MESSAGE_MONTHS = 12;
/** Months after its confirmation until a stock alert that never came due is deleted. */
export const STOCK_ALERT_MONTHS = 12;
/** Days after its last change until a guest's basket is deleted. Longer than the 90 days of its cookie. */
export const GUEST_BASKET_DAYS = 180;
/** Months until a counted visit is deleted: one more than a year, so that a report can compare with last year. */
export const STATISTICS_MONTHS = 13;

/** The moment `months` calendar months before `now`, as ISO 8601 in UTC; the last day of a shorter month. */
export function monthsBefore(now: Date, months: number): string {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return then.toISOString();
}
