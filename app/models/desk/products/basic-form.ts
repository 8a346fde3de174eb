import {
  IS_NO_TOY,
  IS_TOY,
  otherPricesIn,
  otherPricesText,
  sizeFieldText,
  sizeIn,
} from "#app/models/catalogue/editing/basic-facts.ts";
import { LENGTH } from "#app/models/catalogue/editing/declared-fields.ts";
import type { ProductFields } from "#app/models/catalogue/editing/product-fields.ts";
import { smallestStep } from "#app/models/shared/currency.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

type Chosen = "category" | "brand" | "tax";
const LENGTHS = ["width", "depth", "height"] as const;

type BasicFields = Pick<ProductFields, Chosen | "toy" | "size" | "otherPrices">;
type Inputs = Readonly<Record<string, string>>;

/** "price-EUR". */
export function otherPriceInput(currency: string): string {
  return `price-${currency}`;
}

export function basicInputs(fields: BasicFields, { locale }: PriceFormat): Inputs {
  const { category, brand, tax, toy, size, otherPrices } = fields;
  const lengths = sizeIn(size);
  return {
    ...{ category, brand, tax, toy },
    ...Object.fromEntries(LENGTHS.map((name) => [name, LENGTH.typedOf(LENGTH.textOf(lengths[name]))])),
    ...Object.fromEntries(
      [...otherPricesIn(otherPrices)].map(([currency, minor]) => [
        otherPriceInput(currency),
        amountField(minor, { currency, locale }),
      ]),
    ),
  };
}

type Reading = Readonly<{ fallback: BasicFields; format: PriceFormat; errors: Record<string, string> }>;

/** A missing field is as in `fallback`; neither it nor one that was typed as it is there is judged. */
export function readBasicInputs(inputs: Inputs, reading: Reading): BasicFields {
  const { fallback, format, errors } = reading;
  const shown = basicInputs(fallback, format);
  const typed = Object.fromEntries(
    Object.entries(inputs).filter(([name, text]) => text.trim() !== shown[name]),
  );
  const chosen = (name: Chosen) => {
    const text = typed[name] ?? fallback[name];
    if (text !== fallback[name] && !/^\d{1,9}$/.test(text)) errors[name] = "Choose one of the list";
    return text;
  };
  return {
    ...{ category: chosen("category"), brand: chosen("brand"), tax: chosen("tax") },
    toy: [IS_TOY, IS_NO_TOY].find((one) => one === typed["toy"]) ?? fallback.toy,
    size: readSize(typed, reading),
    otherPrices: readOtherPrices(typed, reading),
  };
}

function readSize(typed: Inputs, { fallback, errors }: Reading): string {
  const before = sizeIn(fallback.size);
  const length = (name: (typeof LENGTHS)[number]): number | null => {
    const text = typed[name]?.trim();
    if (text === undefined) return before[name];
    const read = LENGTH.read(text);
    if ("text" in read) return LENGTH.valueOf(read.text);
    errors[name] = read.problem;
    return null;
  };
  return sizeFieldText({ width: length("width"), depth: length("depth"), height: length("height") });
}

const SAMPLE_UNITS = 46;

function readOtherPrices(typed: Inputs, { fallback, format, errors }: Reading): string {
  const prices = new Map(otherPricesIn(fallback.otherPrices));
  for (const [name, text] of Object.entries(typed)) {
    const [, currency] = /^price-([A-Z]{3})$/.exec(name) ?? [];
    if (currency === undefined) continue;
    const minor = readAmount(text, { ...format, currency });
    if (text.trim() === "") prices.delete(currency);
    else if (minor !== null && minor > 0 && minor % smallestStep(currency) === 0) prices.set(currency, minor);
    else errors[name] = `Type an amount such as ${SAMPLE_UNITS}`;
  }
  return otherPricesText(prices);
}
