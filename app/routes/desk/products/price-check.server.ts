import type { BulkCheckRow } from "#app/components/desk/products/bulk-check.tsx";
import type { DeskProduct } from "#app/models/desk/products/product-list.server.ts";
import { priceBy, type PriceRule } from "#app/models/desk/products/bulk-rule.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

/** "Raise 3 prices by 5%?" */
export function ruleTitle({ kind, percent }: PriceRule, count: number): string {
  const prices = `${count} ${count === 1 ? "price" : "prices"}`;
  if (kind === "sale") return `Take ${percent}% off ${count} ${count === 1 ? "product" : "products"}?`;
  return percent > 0 ? `Raise ${prices} by ${percent}%?` : `Lower ${prices} by ${-percent}%?`;
}

export function ruleDetail({ isWhole, kind, first, last }: PriceRule): string {
  const days = [first && `from ${first}`, last && `until the end of ${last}`].filter(Boolean).join(" ");
  const when =
    kind === "sale" ? ` The sale runs ${days === "" ? "from now until someone ends it" : days}.` : "";
  return `${isWhole ? "Rounded to whole amounts" : "Exact amounts"}.${when} Prices in other currencies do not change.`;
}

/** `rule` null: the row as it is. */
export function checkRow(product: DeskProduct, rule: PriceRule | null, store: Store): BulkCheckRow {
  const currency = store.currencies[0] ?? store.currency;
  const { id, name, image, priceMinor } = product;
  const text = (minor: number) => formatMoney(money(minor, currency), store.locale);
  return {
    ...{ id, name, image: image ?? "" },
    before: text(priceMinor),
    after: rule ? text(priceBy(rule, priceMinor, currency)) : "",
    note: noteOf(product, rule, text),
  };
}

function noteOf(
  { saleMinor, priceMinor, lowestMinor, variants, hasDraft }: DeskProduct,
  rule: PriceRule | null,
  text: (minor: number) => string,
): string {
  const hasOwn = variants > 1 && lowestMinor !== (saleMinor ?? priceMinor);
  const ends = rule?.kind === "sale" ? ". That sale ends" : ". That sale continues";
  const notes = [
    ...(saleMinor === null ? [] : [`Reduced to ${text(saleMinor)} now${ends}.`]),
    ...(hasOwn ? ["Some variants have their own price, which does not change."] : []),
    ...(hasDraft ? ["Has changes that are not published."] : []),
  ];
  return notes.length > 0 ? notes.join(" ") : `${variants} ${variants === 1 ? "variant" : "variants"}`;
}
