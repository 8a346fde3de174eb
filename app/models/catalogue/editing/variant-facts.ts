/** What people edit of the variants of a product: two lists, each as one text, a line for each variant. */
/** Own prices in minor units of the main currency; null: as the product. */
export type OwnPrices = Readonly<{ id: number; price: number | null; sale: number | null }>;
export type VariantBarcode = Readonly<{ id: number; gtin: string }>;

/** "7 5400 -" for each variant, in the order of the page. */
export function ownPricesText(variants: ReadonlyArray<OwnPrices>): string {
  return variants.map(({ id, price, sale }) => `${id} ${price ?? "-"} ${sale ?? "-"}`).join("\n");
}

/** `text` is what {@link ownPricesText} wrote. */
export function ownPricesOf(text: string): ReadonlyArray<OwnPrices> {
  return linesOf(text).map(({ id, words: [price = "-", sale = "-"] }) => ({
    ...{ id, price: amountOf(price), sale: amountOf(sale) },
  }));
}

/** "7 0200000350000" for each variant, in the order of the page. */
export function barcodesText(variants: ReadonlyArray<VariantBarcode>): string {
  return variants.map(({ id, gtin }) => `${id} ${gtin}`).join("\n");
}

/** `text` is what {@link barcodesText} wrote. */
export function barcodesOf(text: string): ReadonlyArray<VariantBarcode> {
  return linesOf(text).map(({ id, words: [gtin = ""] }) => ({ id, gtin }));
}

/** `current` with the lines of `given` for its variants: others may have come or gone since `given` was written. */
export function alignedTo(current: string, given: string): string {
  const lines = new Map(linesOf(given).map(({ id, line }) => [id, line]));
  return linesOf(current)
    .map(({ id, line }) => lines.get(id) ?? line)
    .join("\n");
}

/**
 * `current` with each line as it was `before`, where it still is as it became `after`. `isWhole` is false where somebody
 * has changed a line since.
 */
export function putBackLines(
  current: string,
  [before, after]: readonly [before: string, after: string],
): Readonly<{ text: string; isWhole: boolean }> {
  const [old, changed] = [before, after].map(
    (text) => new Map(linesOf(text).map(({ id, line }) => [id, line])),
  );
  const lines = linesOf(current).map(({ id, line }) => {
    const isChanged = old?.get(id) !== changed?.get(id);
    const isOpen = isChanged && line === changed?.get(id);
    return { line: isOpen ? (old?.get(id) ?? line) : line, isGone: isChanged && !isOpen };
  });
  return { text: lines.map(({ line }) => line).join("\n"), isWhole: lines.every(({ isGone }) => !isGone) };
}

function linesOf(text: string) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", ...words] = line.split(" ");
      return { id: Number(id), words, line };
    });
}

function amountOf(word: string): number | null {
  return /^\d{1,10}$/.test(word) ? Number(word) : null;
}

const GTIN_DIGITS = 14;

/** True for 8, 12, 13 or 14 digits whose last one is the check digit of GS1. */
export function isBarcode(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0+$/.test(text)) return false;
  const digits = Array.from(text.padStart(GTIN_DIGITS, "0"), Number);
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0;
}

/** The same for a barcode with zeros in front and without. */
export function barcodeKey(gtin: string): string {
  return gtin.replace(/^0+/, "");
}

/** The ids of variants whose own sale price is not below what they cost without it. `price` is the product's. */
export function withoutReduction(ownPrices: string, price: number): ReadonlyArray<number> {
  return ownPricesOf(ownPrices)
    .filter((own) => own.sale !== null && own.sale >= (own.price ?? price))
    .map(({ id }) => id);
}
