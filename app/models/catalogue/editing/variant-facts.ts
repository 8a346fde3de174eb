/** Each list of variants is one text with a line for each. */
/** Minor units of the main currency; null: as the product. */
export type OwnPrices = Readonly<{ id: number; price: number | null; sale: number | null }>;
export type VariantBarcode = Readonly<{ id: number; gtin: string }>;

export function ownPricesText(variants: ReadonlyArray<OwnPrices>): string {
  return variants.map(({ id, price, sale }) => `${id} ${price ?? "-"} ${sale ?? "-"}`).join("\n");
}

export function ownPricesOf(text: string): ReadonlyArray<OwnPrices> {
  return linesOf(text).map(({ id, words: [price = "-", sale = "-"] }) => ({
    ...{ id, price: amountOf(price), sale: amountOf(sale) },
  }));
}

export function barcodesText(variants: ReadonlyArray<VariantBarcode>): string {
  return variants.map(({ id, gtin }) => `${id} ${gtin}`).join("\n");
}

export function barcodesOf(text: string): ReadonlyArray<VariantBarcode> {
  return linesOf(text).map(({ id, words: [gtin = ""] }) => ({ id, gtin }));
}

export function alignedTo(current: string, given: string): string {
  const lines = new Map(linesOf(given).map(({ id, line }) => [id, line]));
  return linesOf(current)
    .map(({ id, line }) => lines.get(id) ?? line)
    .join("\n");
}

/** `isWhole` is false where somebody has changed a line since. */
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

/** 8, 12, 13 or 14 digits, the last one the check digit of GS1. */
export function isBarcode(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0+$/.test(text)) return false;
  const digits = Array.from(text.padStart(GTIN_DIGITS, "0"), Number);
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0;
}

export function barcodeKey(gtin: string): string {
  return gtin.replace(/^0+/, "");
}

export function withoutReduction(ownPrices: string, price: number): ReadonlyArray<number> {
  return ownPricesOf(ownPrices)
    .filter((own) => own.sale !== null && own.sale >= (own.price ?? price))
    .map(({ id }) => id);
}

type Priced = Readonly<{
  /** Of the product, in minor units. */
  price: string;
  ownPrices: string;
}>;

/** {@link withoutReduction}, but for what is as it was before: it may have come so with the catalogue. */
export function newWithoutReduction(before: Priced, after: Priced): ReadonlyArray<number> {
  const old = new Set(before.price === after.price ? before.ownPrices.split("\n") : []);
  const changed = after.ownPrices.split("\n").filter((line) => !old.has(line));
  return withoutReduction(changed.join("\n"), Number(after.price));
}
