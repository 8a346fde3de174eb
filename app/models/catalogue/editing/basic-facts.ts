import type { Currency } from "#app/models/shared/currency.ts";

/** Whole millimetres; null: not stated. */
export type EditedSize = Readonly<{ width: number | null; depth: number | null; height: number | null }>;

/** "1 - 3", with "-" for what is not stated. */
export function numbersText(numbers: ReadonlyArray<number | null>): string {
  return numbers.map((number) => number ?? "-").join(" ");
}

export function numbersIn(text: string): ReadonlyArray<number | null> {
  return text.split(" ").map((word) => (word === "-" ? null : Number(word)));
}

export function sizeFieldText({ width, depth, height }: EditedSize): string {
  return numbersText([width, depth, height]);
}

export function sizeIn(text: string): EditedSize {
  const [width = null, depth = null, height = null] = numbersIn(text);
  return { width, depth, height };
}

/** "EUR 6300", a line for each currency, by its code. Minor units. */
export function otherPricesText(prices: ReadonlyMap<Currency, number>): string {
  return [...prices]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => `${currency} ${minor}`)
    .join("\n");
}

export function otherPricesIn(text: string): ReadonlyMap<Currency, number> {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [currency = "", minor = "0"] = line.split(" ");
      return [currency, Number(minor)];
    }),
  );
}

export const IS_TOY = "yes";
export const IS_NO_TOY = "no";
