import { useStore } from "#app/hooks/use-root-data.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";

/** "Including £4.50 VAT"; nothing where the shop's prices hold no tax. */
export function TaxNote({ vat, className }: Readonly<{ vat: Money; className: string }>) {
  const { taxName, locale } = useStore();
  if (taxName === null) return null;
  return (
    <p className={className}>
      Including {formatMoney(vat, locale)} {taxName}
    </p>
  );
}
