import { z } from "zod";

import { DECLARED_FIELDS, DECLARED_NAMES } from "#app/models/catalogue/editing/declared-fields.ts";

import {
  type Command,
  done,
  type Outcome,
  problemsOutcome,
  refusalWords,
  withTextWarning,
} from "./command.ts";
import { createNew } from "./product-create.ts";
import { addImage, removeImage } from "./product-images.ts";
import { LIST_VERBS } from "./product-lists.ts";
import { VARIANT_VERBS } from "./product-variants.ts";
import {
  choiceSchema,
  countSchema,
  optionName,
  filledSchema,
  typedTexts,
  verb,
  verbsCommand,
} from "./verbs.ts";

const TEXT = z.string().optional();

const DECLARED = Object.fromEntries(
  DECLARED_NAMES.map((name) => {
    const { inputLabel, input } = DECLARED_FIELDS[name];
    const values = input.kind === "choice" ? `: ${input.options.map(({ value }) => value).join(", ")}` : "";
    return [name, TEXT.describe(`${inputLabel.toLowerCase()}${values}`)];
  }),
);

/** What can be changed, called like its input of the desk's form but for FORM_NAMES. */
const INPUTS = {
  price: TEXT.describe("with tax, in the shop's own currency, such as 54 or 54.50"),
  salePrice: TEXT.describe('what it costs meanwhile; an empty one ("") ends the sale'),
  saleFrom: TEXT.describe(
    "first day of the sale, such as 2026-11-27, in the shop's own time; without it the sale begins at once",
  ),
  saleUntil: TEXT.describe("last day, which counts whole; without it the sale lasts until somebody ends it"),
  visibility: choiceSchema(["everybody", "address", "nobody"])
    .optional()
    .describe("everybody, address (only whoever has the address of its page) or nobody"),
  slug: TEXT.describe("last part of its address; the old address leads to the new one"),
  ageMin: TEXT.describe('whole months, by law; an empty one ("") is not stated'),
  suitableFrom: TEXT.describe("whole months, by the maker's advice"),
  ageMax: TEXT.describe("whole months, until when"),
  warnings: TEXT.describe("all of them, one a line"),
  makerName: TEXT.describe("who made it"),
  makerAddress: TEXT.describe("where"),
  makerContact: TEXT.describe("an email address or page"),
  makerCountry: TEXT.describe("two letters such as GB"),
  guaranteeYears: TEXT.describe(
    'of a producer\'s guarantee of the whole product, free of charge, for more than 2 years; an empty one ("") ends it, ' +
      "with an empty brand and model",
  ),
  guaranteeBrand: TEXT.describe("that the guarantee names"),
  guaranteeModel: TEXT.describe("that the guarantee names"),
  variant: TEXT.describe("article number of the variant that the next three are about"),
  ownPrice: TEXT.describe(
    'what this variant costs by itself; an empty one ("") makes it cost what the product does',
  ),
  ownSalePrice: TEXT.describe("the same of its price in a sale"),
  barcode: TEXT.describe("8, 12, 13 or 14 digits, which no other variant has"),
  category: TEXT.describe("its number"),
  brand: TEXT.describe("its number"),
  tax: TEXT.describe("in hundredths of a per cent, such as 2000"),
  toy: TEXT.describe("yes or no"),
  width: TEXT.describe("in centimetres, such as 17.5"),
  depth: TEXT.describe("in centimetres"),
  height: TEXT.describe("in centimetres"),
};

const FORM_NAMES: Readonly<Record<string, string>> = {
  saleFrom: "saleFirst",
  saleUntil: "saleLast",
  ownSalePrice: "ownSale",
};

const OF_VARIANT = { ownPrice: "price", ownSale: "sale", barcode: "barcode" } as const;

const PRODUCT = { product: filledSchema() };
const PLACE_MAX = 999;

export const productsCommand: Command = verbsCommand({
  name: "products",
  summary: "list and make products, change texts, prices, images or visibility of one or several",
  verbs: {
    edit: verb({
      about:
        "changes a product at once, as publishing it at the desk does. <product> is its number, or the last part of its " +
        "address, such as rainbow-stacker. A later import of the catalogue does not overwrite it unless " +
        "--overwrite-edits says so",
      words: PRODUCT,
      options: { ...DECLARED, ...INPUTS },
      check: (values) => editProblem(typedTexts(values)),
      run: ({ product, ...values }) => edit(product, inputsIn(values)),
    }),
    create: verb({
      about:
        "makes a draft that nobody on the shop sees. Its page at the desk says what it lacks before it is published. No " +
        "import of the catalogue changes it",
      words: { name: filledSchema() },
      options: {
        category: filledSchema().describe("its path, such as wooden-toys/building-and-stacking/stackers"),
        brand: filledSchema().describe("the last part of its address, such as hollybough-workshop"),
        price: filledSchema().describe("with tax, in the shop's own currency"),
        toy: filledSchema().describe("yes or no"),
        shortDescription: TEXT,
        sku: TEXT.describe("its article number; the next one without it"),
      },
      run: (values) => createNew(typedTexts(values)),
    }),
    "add-image": verb({
      about:
        "adds the image in <file> after the others: JPEG, PNG, WebP or AVIF, up to 8 MB. It is made anew, without its " +
        "metadata, and stored in the database",
      words: { ...PRODUCT, file: z.string() },
      options: { text: filledSchema().describe("what is in the image, for those who do not see it") },
      run: ({ product, file, text }) => addImage(product, { path: file, text }),
    }),
    "remove-image": verb({
      about: "takes away the image at <place>, counted from 1",
      words: { ...PRODUCT, place: countSchema(PLACE_MAX) },
      run: ({ product, place }) => removeImage(product, place),
    }),
    ...VARIANT_VERBS,
    ...LIST_VERBS,
  },
});

type Inputs = Readonly<Record<string, string>>;

function editProblem(typed: Inputs): string | null {
  if (Object.keys(typed).every((name) => name === "product")) return "Say what changes, such as --price.";
  const hasDays = "saleFrom" in typed || "saleUntil" in typed;
  if (hasDays && !typed["salePrice"]) return "Use --sale-from and --sale-until with --sale-price.";
  const ofVariant = Object.keys(OF_VARIANT).some((input) => input in inputsIn(typed));
  return ofVariant === Boolean(typed["variant"])
    ? null
    : "Use --variant with --own-price, --own-sale-price or --barcode.";
}

/** By the inputs of the desk's form. */
function inputsIn(values: Readonly<Record<string, unknown>>): Inputs {
  const typed = Object.entries(typedTexts(values));
  return Object.fromEntries(typed.map(([name, text]) => [FORM_NAMES[name] ?? name, text]));
}

function kindOf(input: string) {
  return Object.entries(OF_VARIANT).find(([name]) => name === input)?.[1];
}

/** Null where the product has no such variant. */
async function withVariant(id: number, typed: Inputs): Promise<Inputs | null> {
  const { variant: sku, ...others } = typed;
  if (sku === undefined) return typed;
  const { findDeskProductFacts } = await import("#app/models/desk/products/product-facts.server.ts");
  const { variantInput } = await import("#app/models/desk/products/variant-form.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const facts = await findDeskProductFacts(id, (await findStore()).currency);
  const variant = facts?.variants.find((one) => one.sku === sku);
  if (!variant) return null;
  return Object.fromEntries(
    Object.entries(others).map(([input, text]) => {
      const kind = kindOf(input);
      return [kind ? variantInput(kind, variant.id) : input, text];
    }),
  );
}

async function edit(product: string, typed: Inputs): Promise<Outcome> {
  const { changeProduct, findProductByName, findProductState } =
    await import("#app/models/catalogue/editing/change-product.server.ts");
  const { changesBetween } = await import("#app/models/catalogue/editing/product-fields.ts");
  const { readProductInputs } = await import("#app/models/desk/products/product-form.ts");
  const { localTime } = await import("#app/models/shared/local-date.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const now = new Date();
  const [id, store] = await Promise.all([findProductByName(product), findStore()]);
  const state = id === null ? null : await findProductState(id);
  if (id === null || !state) return problemsOutcome([`There is no product ${product}, or more than one.`]);
  const inputs = await withVariant(id, typed);
  if (!inputs) return problemsOutcome([`The product has no variant ${typed["variant"] ?? ""}.`]);
  const { fields, errors } = readProductInputs(inputs, {
    format: { currency: store.currencies[0] ?? store.currency, locale: store.locale },
    today: localTime(now, store.timeZone).day,
    ...{ fallback: state.fields, mayLack: !state.wasPublished },
  });
  const problems = Object.entries(errors).map(([input, text]) => `--${optionOfError(input)}: ${text}`);
  if (problems.length > 0) return problemsOutcome(problems);
  const changed = await changeProduct(id, changesBetween(state.fields, fields), { now });
  if (!changed.ok) return problemsOutcome([await refusalWords(changed)]);
  const { before, after, isChanged } = changed.value;
  const words = isChanged
    ? `${after.name} has been changed. Shoppers see it now.`
    : `${after.name} was like this before.`;
  return withTextWarning(done(words, { product: id, isChanged, before, after }), Object.values(fields));
}

/** An input of a variant ends in its number: "ownSale-17". */
function optionOfError(input: string): string {
  const [name = input] = input.split("-");
  const [option = name] = Object.entries(FORM_NAMES).find(([, formName]) => formName === name) ?? [];
  return optionName(option);
}
