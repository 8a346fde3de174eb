import { Rows, SumList } from "#app/components/checkout/sums.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { sumRows } from "#app/models/cart/totals.ts";
import { totalLabel } from "#app/models/order/customer-order.ts";
import type { MoneyRow } from "#app/models/order/money-rows.ts";
import type { Order } from "#app/models/order/order.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { formatMoney } from "#app/models/shared/money.ts";

type Props = Readonly<{ order: Order; money?: ReadonlyArray<MoneyRow> }>;

export function OrderSums({ order: { totals, lines, status }, money = [] }: Props) {
  const { locale, taxName } = useStore();
  const text = formatMoney(totals.total, locale);
  return (
    <SumList rows={sumRows(totals, lines, { locale })} totalLabel={totalLabel(status)} total={text}>
      <Rows rows={money} />
      {taxName === null ? null : (
        <>
          <dt className="sm muted">{upperFirst(taxName)} included</dt>
          <dd className="sm muted">{formatMoney(totals.vat, locale)}</dd>
        </>
      )}
    </SumList>
  );
}
