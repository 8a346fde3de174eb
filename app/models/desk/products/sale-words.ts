import type { Sale } from "#app/models/catalogue/editing/product-fields.ts";
import { lowestBeforeText, priceOf } from "#app/models/catalogue/product.ts";
import { type Day, dayText } from "#app/models/shared/local-date.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import type { LowestPriceRule } from "#app/models/store/law.ts";

type Shown = Readonly<{
  regular: Money;
  salePrice: Money | null;
  sale: Sale | null;
  /** Of the 30 days before the sale; null if unknown. */
  lowest: Money | null;
  rule: LowestPriceRule;
  locale: string;
  now: Date;
}>;

export function saleWords({ regular, salePrice, sale, lowest, rule, locale, now }: Shown): string {
  const text = (amount: Money) => formatMoney(amount, locale);
  if (!salePrice || !sale) return `Shoppers see ${text(regular)}.`;
  const price = priceOf(regular, salePrice, { lowest, rule });
  const days = daysWords(sale, now);
  const when = days === "" ? "Shoppers see" : `${days} shoppers see`;
  const after = sale.last === null ? "" : ` Afterwards they see ${text(regular)} again.`;
  if (price.was === null)
    return `${when} ${text(price.now)} as an ordinary price, because ${unlawfulWords(lowest, locale)}.${after}`;
  const seen = `“was ${text(price.was)}, now ${text(price.now)}, ${price.percentOff ?? 0}% off”`;
  const beside = lowestBeforeText(price, locale);
  const note = beside ? ` “${beside}” stands beside it.` : priorWords(lowest, regular, locale);
  return `${when} ${seen}.${note}${after}`;
}

/** Where the prior price is the basis of a reduction. */
function unlawfulWords(lowest: Money | null, locale: string): string {
  return lowest
    ? `it is not below the lowest price of the 30 days before, ${formatMoney(lowest, locale)}`
    : "nothing is known of the 30 days before";
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
  const until = last === null ? "" : `until the end of ${dayText(last, now)}`;
  if (first === null) return `From now ${until}`;
  return `From the beginning of ${dayText(first, now)}${until === "" ? "" : ` ${until}`}`;
}

/** "£46.00, from 27 November to 30 November"; "none" without a sale. */
export function saleInWords(sale: Sale | null, price: string, now: Date): string {
  if (!sale) return "none";
  const day = (given: Day | null) => (given === null ? null : dayText(given, now));
  const [first, last] = [day(sale.first), day(sale.last)];
  return [price, first && `from ${first}`, last && `until ${last}`].filter(Boolean).join(", ");
}
