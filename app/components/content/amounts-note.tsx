import { useStore } from "#app/hooks/use-root-data.ts";
import { currencyName } from "#app/models/shared/currency-name.ts";
import { currencySigns } from "#app/models/shared/typed-amount.ts";

/** For shoppers who pay in another currency than that of the amounts in the text. */
export function AmountsNote({ html }: Readonly<{ html: string }>) {
  const { currency, currencies, locale } = useStore();
  const main = currencies?.[0]?.value;
  if (main === undefined || currency === null || currency === main) return null;
  const text = html.toLowerCase();
  if (!currencySigns({ currency: main, locale }).signs.some((sign) => text.includes(sign))) return null;
  const words = `Amounts in this text are in ${currencyName(main)}. Your basket shows what you pay in ${currencyName(currency)}.`;
  return <p className="sm muted">{words}</p>;
}
