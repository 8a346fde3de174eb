import { DECLARED_FIELDS, DECLARED_NAMES } from "#app/models/catalogue/editing/declared-fields.ts";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { createNew } from "./product-create.ts";
import { type ListRequest, readListRequest, workOnList } from "./product-lists.ts";
import { addImage, removeImage } from "./product-images.ts";
import { changeVariants, readVariantRequest, type VariantRequest } from "./product-variants.ts";

/** What can be changed; an option is called like its input of the desk's form: --sale-price for salePrice. */
const INPUTS = [
  ...DECLARED_NAMES,
  ...["price", "salePrice", "saleFirst", "saleLast", "visibility", "slug"],
  ...["ageMin", "suitableFrom", "ageMax", "warnings"],
  ...["makerName", "makerAddress", "makerContact", "makerCountry"],
  ...["guaranteeYears", "guaranteeBrand", "guaranteeModel"],
  ...["variant", "ownPrice", "ownSale", "barcode"],
  ...["category", "brand", "tax", "toy", "width", "depth", "height"],
];

const OTHER_NAMES: Readonly<Record<string, string>> = {
  saleFirst: "sale-from",
  saleLast: "sale-until",
  ownSale: "own-sale-price",
};

function optionOf(input: string): string {
  return OTHER_NAMES[input] ?? input.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

const LABEL_COLUMN = 23;

function declaredHelp(name: keyof typeof DECLARED_FIELDS): string {
  const { inputLabel, input } = DECLARED_FIELDS[name];
  const values = input.kind === "choice" ? `: ${input.options.map(({ value }) => value).join(", ")}` : "";
  return `${`    --${optionOf(name)}`.padEnd(LABEL_COLUMN - 1)} ${inputLabel.toLowerCase()}${values}`;
}

const DECLARED_HELP = DECLARED_NAMES.map(declaredHelp).join("\n");

const HELP = `Usage: npm run shop -- products edit <product> [options] [--json]
       npm run shop -- products create <name> --category <path> --brand <slug> --price <amount> --toy <yes|no>
                       [--short-description <text>] [--sku <article number>] [--json]
       npm run shop -- products add-image <product> <file> --text <text> [--json]
       npm run shop -- products remove-image <product> <place> [--json]
       npm run shop -- products variants list <product> [--json]
       npm run shop -- products variants add <product> <value…> --option <name> [--json]
       npm run shop -- products variants add-option <product> <value…> --option <name> --is-now <value> [--words] [--json]
       npm run shop -- products variants show|hide|remove <product> <article number…> [--json]
       npm run shop -- products variants rename <product> <value> --option <name> --to <name> [--json]
       npm run shop -- products variants image <product> <article number…> --image <file> [--json]
       npm run shop -- products list [<filters>] [--json]
       npm run shop -- products change-prices <filters> --percent <number> [--exact] [--yes] [--json]
       npm run shop -- products put-on-sale <filters> --percent <number> [--sale-from <day>] [--sale-until <day>]
                       [--exact] [--yes] [--json]
       npm run shop -- products hide|show <filters> [--yes] [--json]

  edit                 changes a product at once, as publishing it at the desk does. <product> is its number, or the
                       last part of its address, such as rainbow-stacker. A later import of the catalogue does not
                       overwrite it unless --overwrite-edits says so
${DECLARED_HELP}
    --price            with tax, in the shop's own currency, such as 54 or 54.50
    --sale-price       what it costs meanwhile; an empty one ("") ends the sale
    --sale-from, --sale-until
                       first and last day of the sale, such as 2026-11-27; both count whole, in the shop's own time.
                       Without them it begins at once and lasts until somebody ends it
    --visibility       everybody, address (only whoever has the address of its page) or nobody
    --age-min, --suitable-from, --age-max
                       whole months, by law, by the maker's advice, and until when; an empty one ("") is not stated
    --warnings         all of them, one a line
    --maker-name, --maker-address, --maker-contact, --maker-country
                       who made it, where, an email address or page, and two letters such as GB
    --guarantee-years, --guarantee-brand, --guarantee-model
                       a producer's guarantee of the whole product, free of charge, for more than 2 years; empty ones
                       ("") end it
    --slug             last part of its address; the old address leads to the new one
    --variant          article number of the variant that the next three are about
    --own-price, --own-sale-price
                       what this variant costs by itself; empty ones ("") make it cost what the product does
    --barcode          8, 12, 13 or 14 digits, which no other variant has
    --category, --brand, --tax
                       their numbers; a tax in hundredths of a per cent, such as 2000
    --toy              yes or no
    --width, --depth, --height
                       in centimetres, such as 17.5
  create               makes a draft that nobody on the shop sees. Its page at the desk says what it lacks before it is
                       published. No import of the catalogue changes it
    --category         its path, such as wooden-toys/building-and-stacking/stackers
    --brand            the last part of its address, such as hollybough-workshop
    --price            with tax, in the shop's own currency
    --toy              yes or no
    --sku              its article number; the next one without it
  add-image            adds the image in <file> after the others: JPEG, PNG, WebP or AVIF, up to 8 MB. It is made anew,
                       without its metadata, and stored in the database
    --text             what is in the image, for those who do not see it
  remove-image         takes away the image at <place>, counted from 1
  variants list        the variants of a product, hidden ones too
  variants add         adds values to an option. Each makes a variant with every value of the other options: hidden,
                       without stock, at the price of the product. A colour is written Sunset=#dd8f5c
  variants add-option  adds an option; what is sold now becomes the value of --is-now. --words: a list, not swatches
  variants show, hide  shows variants to shoppers, or hides them. Shoppers always see one
  variants remove      removes hidden variants that have no stock, and that no order, basket or list names
  variants rename      gives a value of an option another name, and a colour another swatch (--to Sunset=#dd8f5c).
                       Orders and invoices of before keep the words that they have
  variants image       chooses the image of the product that variants show
  list                 lists products, up to 500. Filters, for this and the next three:
    --view             all, for-sale, drafts, hidden, on-sale or sold-out
    --search           a part of a name or article number, or a barcode
    --category         a path such as wooden-toys; all below it count too
    --brand            the last part of its address, such as hollybough-workshop
  change-prices        raises the prices of all of them by --percent, or lowers them by a negative one (--percent=-5).
                       To whole amounts, or with --exact to the smallest coin
  put-on-sale          puts all of them on sale at --percent off
  hide, show           hides all of them, or shows them to everybody
    --yes              do it; without it, old and new values are listed and nothing is changed
  --json               print the result as JSON
  --help               this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

const VALUE = { type: "string" } as const;

const OF_VARIANT = { ownPrice: "price", ownSale: "sale", barcode: "barcode" } as const;

type CommandOptions = Readonly<{
  product: string;
  typed: Readonly<Record<string, string>>;
  images: Readonly<{ verb: "add-image" | "remove-image"; named: string; text: string }> | null;
  isNew: boolean;
  variants: VariantRequest | null;
  list: ListRequest | null;
  isJson: boolean;
}>;

export const productsCommand: Command = newCommand<CommandOptions>({
  name: "products",
  summary: "list and make products, change texts, prices, images or visibility of one or several",
  help: HELP,
  read: readArguments,
  work: ({ product, typed, images, isNew, variants, list }) => {
    if (list) return workOnList(list);
    if (variants) return changeVariants(variants);
    if (isNew) return createNew({ ...typed, name: product });
    if (!images) return edit(product, typed);
    return images.verb === "add-image"
      ? addImage(product, { path: images.named, text: images.text })
      : removeImage(product, Number(images.named));
  },
});

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const [verb = ""] = args;
  return (READERS.get(verb) ?? readImageStep)(args);
}

const READERS: ReadonlyMap<string, typeof readEdit> = new Map([
  ["create", readCreate],
  ["edit", readEdit],
  ["variants", readVariants],
  ...["list", "change-prices", "put-on-sale", "hide", "show"].map((verb) => [verb, readList] as const),
]);

const PLAIN = { typed: {}, images: null, isNew: false, variants: null, list: null } as const;

function readVariants(args: ReadonlyArray<string>): CommandOptions | null {
  const read = readVariantRequest(args);
  return read && { ...PLAIN, product: read.request.product, variants: read.request, isJson: read.isJson };
}

function readList(args: ReadonlyArray<string>): CommandOptions | null {
  const read = readListRequest(args);
  return read && { ...PLAIN, product: "", list: read.request, isJson: read.isJson };
}

const NEEDED_OF_NEW = ["category", "brand", "price", "toy"] as const;

function readCreate(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, {
    ...{ category: VALUE, brand: VALUE, price: VALUE, toy: VALUE, "short-description": VALUE, sku: VALUE },
    json: { type: "boolean" },
  } as const);
  const [, product, ...more] = words?.positionals ?? [];
  if (!words || !product || more.length > 0) return null;
  const { json = false, "short-description": shortDescription, ...values } = words.values;
  if (NEEDED_OF_NEW.some((name) => !values[name])) return null;
  return { ...PLAIN, product, typed: given({ ...values, shortDescription }), isNew: true, isJson: json };
}

function given(values: Readonly<Record<string, string | undefined>>): CommandOptions["typed"] {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function readEdit(args: ReadonlyArray<string>): CommandOptions | null {
  const options = Object.fromEntries(INPUTS.map((input) => [optionOf(input), VALUE]));
  const words = readWords(args, { ...options, json: { type: "boolean" } } as const);
  const [, product, ...more] = words?.positionals ?? [];
  if (!words || !product || more.length > 0) return null;
  const { json = false, ...values } = words.values as Readonly<Record<string, string | boolean | undefined>>;
  const typed = typedIn(values);
  return typed && { ...PLAIN, product, typed, isJson: json === true };
}

function readImageStep(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { text: VALUE, json: { type: "boolean" } } as const);
  if (!words || words.positionals.length !== 3) return null;
  const [verb = "", product = "", named = ""] = words.positionals;
  const { text = "", json = false } = words.values;
  const images = imagesIn({ verb, named, text: text.trim() });
  return images && { ...PLAIN, product, images, isJson: json };
}

function imagesIn({
  verb,
  named,
  text,
}: Readonly<{ verb: string; named: string; text: string }>): CommandOptions["images"] {
  if (verb === "add-image") return text === "" ? null : { verb, named, text };
  const isPlace = verb === "remove-image" && /^[1-9]\d{0,2}$/.test(named);
  return isPlace && text === "" ? { verb, named, text } : null;
}

function typedIn(values: Readonly<Record<string, string | boolean | undefined>>) {
  const typed: Readonly<Record<string, string>> = Object.fromEntries(
    INPUTS.flatMap((input) => {
      const value = values[optionOf(input)];
      return typeof value === "string" ? [[input, value]] : [];
    }),
  );
  const hasDays = "saleFirst" in typed || "saleLast" in typed;
  const isKnown = ["everybody", "address", "nobody"].includes(typed["visibility"] ?? "everybody");
  const ofVariant = Object.keys(OF_VARIANT).some((input) => input in typed);
  const isWhole = (!hasDays || Boolean(typed["salePrice"])) && ofVariant === Boolean(typed["variant"]);
  return Object.keys(typed).length > 0 && isWhole && isKnown ? typed : null;
}

function kindOf(input: string) {
  return Object.entries(OF_VARIANT).find(([name]) => name === input)?.[1];
}

/** Null where the product has no such variant. */
async function withVariant(
  id: number,
  typed: CommandOptions["typed"],
): Promise<CommandOptions["typed"] | null> {
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

async function edit(product: string, typed: CommandOptions["typed"]): Promise<Outcome> {
  const { changeProduct, findProductByName, findProductState } =
    await import("#app/models/catalogue/editing/change-product.server.ts");
  const { changesBetween } = await import("#app/models/catalogue/editing/product-fields.ts");
  const { readProductInputs } = await import("#app/models/desk/products/product-form.ts");
  const { localTime } = await import("#app/models/shared/local-date.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const now = new Date();
  const [id, store] = await Promise.all([findProductByName(product), findStore()]);
  const state = id === null ? null : await findProductState(id);
  if (id === null || !state) return refusal([`There is no product ${product}, or more than one.`]);
  const inputs = await withVariant(id, typed);
  if (!inputs) return refusal([`The product has no variant ${typed["variant"] ?? ""}.`]);
  const { fields, errors } = readProductInputs(inputs, {
    format: { currency: store.currencies[0] ?? store.currency, locale: store.locale },
    today: localTime(now, store.timeZone).day,
    ...{ fallback: state.fields, mayLack: !state.wasPublished },
  });
  const problems = Object.entries(errors).map(([input, text]) => `--${optionOfError(input)}: ${text}`);
  if (problems.length > 0) return refusal(problems);
  const done = await changeProduct(id, changesBetween(state.fields, fields), { now });
  if (!done.ok) return refusal([`${shopError(done).message}.`]);
  const { before, after, isChanged } = done.value;
  const words = isChanged
    ? `${after.name} has been changed. Shoppers see it now.`
    : `${after.name} was like this before.`;
  return { isDone: true, words, data: { ok: true, product: id, isChanged, before, after } };
}

/** An input of a variant ends in its number: "ownSale-17". */
function optionOfError(input: string): string {
  return optionOf(input.split("-")[0] ?? input);
}

function refusal(problems: ReadonlyArray<string>): Outcome {
  return { isDone: false, words: problems.join("\n"), data: { ok: false, problems } };
}
