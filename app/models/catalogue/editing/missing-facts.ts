import type { Currency } from "#app/models/shared/currency.ts";

import { IS_TOY, otherPricesIn } from "./basic-facts.ts";
import { DECLARED_FIELDS, DECLARED_NAMES } from "./declared-fields.ts";
import type { ProductFields } from "./product-fields.ts";
import { imagesOf, withoutText } from "./product-images.ts";
import { makerOf, missingOfToy } from "./safety-facts.ts";

export type MissingFact = Readonly<{ input: string; text: string }>;

const MISSING_OF_TOY = { ageMin: "Age of a toy", warnings: "Warnings of a toy" } as const;

function missingAnyway(fields: ProductFields): ReadonlyArray<MissingFact> {
  const images = imagesOf(fields.images);
  return [
    ...(images.length === 0 ? [{ input: "files", text: "An image" }] : []),
    ...withoutText(images).map((index) => ({
      input: `alt-${index}`,
      text: `Description of image ${index + 1}`,
    })),
    ...(fields.toy === IS_TOY
      ? missingOfToy(fields).map((input) => ({ input, text: MISSING_OF_TOY[input] }))
      : []),
  ];
}

type Made = Readonly<{
  /** True: at the desk. What came with the catalogue was checked by its import. */
  isMade: boolean;
  currencies: ReadonlyArray<Currency>;
}>;

export function missingFacts(
  fields: ProductFields,
  { isMade, currencies }: Made,
): ReadonlyArray<MissingFact> {
  if (!isMade) return missingAnyway(fields);
  const declared = DECLARED_NAMES.filter(
    (name) => DECLARED_FIELDS[name].needed !== "never" && fields[name] === "",
  );
  const { name, address } = makerOf(fields.maker);
  const prices = otherPricesIn(fields.otherPrices);
  const needed: ReadonlyArray<readonly [boolean, string, string]> = [
    [Number(fields.price) === 0, "price", "Price"],
    ...currencies
      .slice(1)
      .map((currency) => [!prices.has(currency), `price-${currency}`, `Price in ${currency}`] as const),
    [name === "", "makerName", "Maker"],
    [address === "", "makerAddress", "Postal address of the maker"],
  ];
  return [
    ...declared.map((input) => ({ input, text: DECLARED_FIELDS[input].label })),
    ...missingAnyway(fields),
    ...needed.flatMap(([isMissing, input, text]) => (isMissing ? [{ input, text }] : [])),
  ];
}
