/** ISO 4217 in capital letters: "GBP", "JPY". */
export type Currency = string;

const USUAL_DIGITS = 2;
/**
 * Without the usual two decimals, by ISO 4217:2015. A table, because `Intl` reckons with notes and coins in use (it
 * gives the Iraqi dinar none of its three decimals) and because engines differ. Madagascar's ariary is divided by five
 * and is charged in whole units.
 */
const NONE = "BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF";
const THREE = "BHD IQD JOD KWD LYD OMR TND";
const FOUR = "CLF UYW";

/** 2 for GBP, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: Currency): number {
  if (NONE.includes(currency)) return 0;
  if (THREE.includes(currency)) return 3;
  return FOUR.includes(currency) ? 4 : USUAL_DIGITS;
}

/** 100 for GBP, 1 for JPY, 1000 for KWD. */
export function minorPerUnit(currency: Currency): number {
  return 10 ** currencyDigits(currency);
}

/**
 * In minor units. Payment services take three decimals only in steps of ten, so that no price, discount or refund may
 * lie between two of them.
 */
export function smallestStep(currency: Currency): number {
  return currencyDigits(currency) >= 3 ? 10 : 1;
}

export function isCurrency(code: string): boolean {
  return knownCurrencies().has(code);
}

let known: ReadonlySet<string> | null = null;

function knownCurrencies(): ReadonlySet<string> {
  known ??= new Set(Intl.supportedValuesOf("currency"));
  return known;
}
