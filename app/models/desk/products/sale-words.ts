import type { Sale } from "#app/models/catalogue/editing/product-fields.ts";
import { lowestBeforeText, priceOf } from "#app/models/catalogue/product.ts";
import { type Day, dayRangeText, dayText } from "#app/models/shared/local-date.ts";
import { formatMoney, type Money, money } from "#app/models/shared/money.ts";
import type { LowestPriceRule } from "#app/models/store/law.ts";

type Shown = Readonly<{
  regular: Money;
  sale: Sale | null;
  /** Of the 30 days before the sale; null if unknown. */
  lowest: Money | null;
  rule: LowestPriceRule;
  locale: string;
  now: Date;
  /** In the shop's time zone. */
  today: Day;
}>;

/** What shoppers see now, and in the days of the sale: "£54.00. From Friday 27 November, shoppers see …". */
export function saleWords({ regular, sale, lowest, rule, locale, now, today }: Shown): string {
  const text = (amount: Money) => formatMoney(amount, locale);
  if (!sale) return `${text(regular)}.`;
  const price = priceOf(regular, money(sale.minor, regular.currency), { lowest, rule });
  const days = daysWords(sale, now);
  const before = sale.first !== null && sale.first > today ? `${text(regular)}. ` : "";
  const when = days === "" ? "" : `${before}${days}, shoppers see `;
  const after = sale.last === null ? "" : ` Afterwards they see ${text(regular)} again.`;
  if (price.was === null)
    return `${when}${text(price.now)} as an ordinary price, because ${unlawfulWords(lowest, locale)}.${after}`;
  const seen = `“was ${text(price.was)}, now ${text(price.now)}, ${price.percentOff ?? 0}% off”`;
  const beside = lowestBeforeText(price, locale);
  const note = beside ? ` The page also says “${beside}”.` : priorWords(lowest, regular, locale);
  return `${when}${seen}.${note}${after}`;
}

/** Where the prior price is the basis of a reduction. */
function unlawfulWords(lowest: Money | null, locale: string): string {
  return lowest
    ? `it is not below the lowest price of the 30 days before, ${formatMoney(lowest, locale)}`
    : "the shop does not know the prices of the 30 days before";
}

function priorWords(lowest: Money | null, regular: Money, locale: string): string {
  if (!lowest) return "";
  const text = formatMoney(lowest, locale);
  return lowest.minor < regular.minor
    ? ` It cost less within the 30 days before: ${text}.`
    : ` ${text} was the lowest price of the 30 days before, so the comparison is fair.`;
}

function daysWords({ first, last }: Sale, now: Date): string {
  if (first === null && last === null) return "";
  const until = last === null ? "" : ` until the end of ${dayText(last, now)}`;
  return `From ${first === null ? "now" : dayText(first, now)}${until}`;
}

/** "£43.00 from Saturday 28 to Sunday 29 November"; null for a sale without days. */
export function plannedWords(sale: Sale | null, text: (minor: number) => string, now: Date): string | null {
  if (!sale) return null;
  const { minor, first, last } = sale;
  if (first !== null && last !== null && first !== last)
    return `${text(minor)} from ${dayRangeText(first, last, now)}`;
  if (first !== null) return `${text(minor)} ${first === last ? "on" : "from"} ${dayText(first, now)}`;
  return last === null ? null : `${text(minor)} until the end of ${dayText(last, now)}`;
}

/** "£46.00, from 27 November to 30 November"; "none" without a sale. */
export function saleInWords(sale: Sale | null, price: string, now: Date): string {
  if (!sale) return "none";
  const day = (given: Day | null) => (given === null ? null : dayText(given, now));
  const [first, last] = [day(sale.first), day(sale.last)];
  return [price, first && `from ${first}`, last && `until ${last}`].filter(Boolean).join(", ");
}
