import type { ProductFields } from "#app/models/catalogue/editing/product-fields.ts";
import {
  barcodesOf,
  barcodesText,
  isBarcode,
  newWithoutReduction,
  type OwnPrices,
  ownPricesOf,
  ownPricesText,
} from "#app/models/catalogue/editing/variant-facts.ts";
import { pastedCode } from "#app/models/shared/text.ts";
import { amountField, type PriceFormat } from "#app/models/shared/typed-amount.ts";

const INPUTS = { price: "ownPrice", sale: "ownSale", barcode: "barcode" } as const;

/** "ownPrice-7". */
export function variantInput(kind: keyof typeof INPUTS, id: number): string {
  return `${INPUTS[kind]}-${id}`;
}

/** Further variants are changed by the command. */
export const FORM_VARIANTS_MAX = 30;

/** Of each variant in the form. */
export const VARIANT_FIELDS = Object.keys(INPUTS).length;

type VariantFields = Pick<ProductFields, "ownPrices" | "barcodes">;
type Inputs = Readonly<Record<string, string>>;

/** Of the first {@link FORM_VARIANTS_MAX} variants. */
export function variantInputs({ ownPrices, barcodes }: VariantFields, format: PriceFormat): Inputs {
  const amount = (minor: number | null) => (minor === null ? "" : amountField(minor, format));
  const prices = ownPricesOf(ownPrices).slice(0, FORM_VARIANTS_MAX);
  const codes = barcodesOf(barcodes).slice(0, FORM_VARIANTS_MAX);
  return {
    ...Object.fromEntries(prices.map(({ id, price }) => [variantInput("price", id), amount(price)])),
    ...Object.fromEntries(prices.map(({ id, sale }) => [variantInput("sale", id), amount(sale)])),
    ...Object.fromEntries(codes.map(({ id, gtin }) => [variantInput("barcode", id), gtin])),
  };
}

type Reading = Readonly<{
  fallback: VariantFields & Pick<ProductFields, "price">;
  /** Of the product, in minor units. */
  price: string;
  /** Null after noting what is wrong with it. */
  amount: (name: string) => number | null;
  errors: Record<string, string>;
}>;

/** A missing field is as in `fallback`; neither it nor one that was typed as it is there is judged. */
export function readVariantInputs(
  typed: Inputs,
  { fallback, price, amount, errors }: Reading,
): VariantFields {
  const own = (name: string, before: number | null): number | null => {
    const text = typed[name]?.trim();
    if (text === undefined) return before;
    return text === "" ? null : amount(name);
  };
  const prices: ReadonlyArray<OwnPrices> = ownPricesOf(fallback.ownPrices).map((variant) => ({
    id: variant.id,
    price: own(variantInput("price", variant.id), variant.price),
    sale: own(variantInput("sale", variant.id), variant.sale),
  }));
  const ownPrices = ownPricesText(prices);
  if (ownPrices !== fallback.ownPrices)
    for (const id of newWithoutReduction(fallback, { price, ownPrices }))
      errors[variantInput("sale", id)] ??= "Must be less than the price";
  return { ownPrices, barcodes: readBarcodes(typed, fallback.barcodes, errors) };
}

/** A barcode that came with the catalogue is not judged. */
function readBarcodes(typed: Inputs, fallback: string, errors: Record<string, string>): string {
  const codes = barcodesOf(fallback).map(({ id, gtin: before }) => {
    const name = variantInput("barcode", id);
    const gtin = pastedCode(typed[name] ?? before).replace(/\s/g, "");
    if (gtin !== before && !isBarcode(gtin))
      errors[name] = "Type 8, 12, 13 or 14 digits, the last of which fits the others";
    return { id, gtin: /^\d+$/.test(gtin) ? gtin : before };
  });
  const twice = codes.find(
    ({ gtin }, place) => gtin !== "" && codes.findIndex((code) => code.gtin === gtin) < place,
  );
  if (twice && barcodesText(codes) !== fallback)
    errors[variantInput("barcode", twice.id)] ??= "Another variant here has this barcode";
  return barcodesText(codes);
}

/** For refusals that only the shop as a whole can give. */
export function inputOfBarcode(barcodes: string, gtin: string): string | null {
  const code = barcodesOf(barcodes).find((one) => one.gtin === gtin);
  return code ? variantInput("barcode", code.id) : null;
}
