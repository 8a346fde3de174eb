import { type CartLine, lineProblemText } from "#app/models/cart/cart.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";

/** Why the basket cannot be ordered as it is; the same rule stops the basket page. */
export type BasketProblems = Readonly<{
  lines: ReadonlyArray<Readonly<{ lineId: string; name: string; text: string }>>;
  /** What the total becomes without what is no longer sold; null if all of it is sold. */
  totalText: string | null;
  /** False: removing what is no longer sold is enough. */
  isMoreThanUnsold: boolean;
}>;

type Totals = Readonly<{
  /** Of what is still sold. */
  total: Money;
  /** What the shopper agreed to on the page before; null if nothing. */
  agreed: Money | null;
  locale: string;
}>;

/** Null if every line can be ordered. */
export function basketProblems(lines: ReadonlyArray<CartLine>, totals: Totals): BasketProblems | null {
  const wrong = lines.flatMap((line) => {
    const text = lineProblemText(line);
    const { id: lineId, name, variantLabel } = line;
    return text === null ? [] : [{ lineId, name: fullName(name, variantLabel), text }];
  });
  if (wrong.length === 0) return null;
  const unsold = lines.filter((line) => !line.isForSale).length;
  return {
    lines: wrong,
    totalText: unsold === 0 ? null : totalText(unsold, totals),
    isMoreThanUnsold: wrong.length > unsold,
  };
}

function totalText(unsold: number, { total, agreed, locale }: Totals): string {
  const without = unsold === 1 ? "Without it" : "Without them";
  const isOther = agreed !== null && (agreed.minor !== total.minor || agreed.currency !== total.currency);
  const before = isOther ? `, instead of ${formatMoney(agreed, locale)}` : "";
  return `${without} the total is ${formatMoney(total, locale)}${before}.`;
}
