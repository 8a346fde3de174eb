import type { NewProduct } from "#app/models/catalogue/editing/new-product.ts";
import { PRODUCT_TEXTS } from "#app/models/catalogue/editing/declared-fields.ts";
import { smallestStep } from "#app/models/shared/currency.ts";
import { withoutInvisible } from "#app/models/shared/text.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

type Inputs = Readonly<Record<string, string>>;
type Read = Readonly<{ product: NewProduct; errors: Readonly<Record<string, string>> }>;

const SAMPLE_MINOR = 4_650;

/** Errors are by the name of the input. */
export function readNewProduct(typed: Inputs, format: PriceFormat): Read {
  const errors: Record<string, string> = {};
  const typedAt = (name: string) => typed[name] ?? "";
  const text = (name: string) => typedAt(name).replace(/\s+/g, " ").trim();
  const [name, shortDescription] = [text("name"), text("shortDescription")];
  const sku = withoutInvisible(typedAt("sku")).trim();
  for (const input of ["name", "shortDescription"] as const) {
    const read = PRODUCT_TEXTS[input].read(text(input));
    if (text(input) !== "" && "problem" in read) errors[input] = read.problem;
  }
  if (name === "") errors["name"] = "Write what it is called";
  if (sku !== "" && !isSku(sku)) errors["sku"] = SKU_HINT;
  const price = readAmount(text("price"), format);
  const id = (input: "category" | "brand", problem: string) => {
    if (/^[1-9]\d{0,8}$/.test(text(input))) return Number(text(input));
    errors[input] = problem;
    return 0;
  };
  const product = {
    ...{ name, sku, shortDescription, priceMinor: price ?? 0 },
    categoryId: id("category", "Choose a category"),
    brandId: id("brand", "Choose a brand"),
    isToy: text("toy") === "yes",
  };
  if (!isPrice(price, format))
    errors["price"] = `Type an amount such as ${amountField(SAMPLE_MINOR, format)}`;
  if (!["yes", "no"].includes(text("toy"))) errors["toy"] = "Choose whether it is a toy";
  return { product, errors };
}

function isPrice(minor: number | null, { currency }: PriceFormat): boolean {
  return minor !== null && minor > 0 && minor % smallestStep(currency) === 0;
}

const SKU_HINT = "Use up to 40 letters, digits and hyphens, such as HB-0136";

function isSku(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/.test(text);
}
