import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import type { Order } from "#app/models/order/order.ts";
import type { ReturnQuote } from "#app/models/order/returns/return-quote.server.ts";
import { dayText } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

/** Minor units that go back. */
export function quotedTotal({ due }: ReturnQuote): number {
  return due?.given.amount.minor ?? 0;
}

/** The second step in words. */
export function previewOf(quote: ReturnQuote, { totals }: Order, { locale }: Store): ReturnPreview {
  const { wayBack, days, due } = quote;
  const text = (minor: number) => formatMoney(money(minor, totals.total.currency), locale);
  const delivery = due?.shares.delivery.amount.minor ?? 0;
  const rows: ReadonlyArray<readonly [string, number]> = [
    ["Items", (due?.shares.total.amount.minor ?? 0) - delivery],
    ["Delivery", delivery],
    ["Given back before", -(due?.given.setOff.minor ?? 0)],
    ["For the way back", -(due?.returnCost.minor ?? 0)],
  ];
  const total = quotedTotal(quote);
  return {
    ways: wayBack.texts,
    rows: rows.flatMap(([label, minor]) => (minor === 0 ? [] : [{ label, amount: text(minor) }])),
    ...{ total: text(total), sum: String(total) },
    days: days.map((value) => ({ value, label: dayText(value, new Date(value)) })),
  };
}
