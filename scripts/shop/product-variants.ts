import { z } from "zod";

import type { ChangedVariants } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Result } from "#app/models/shared/result.ts";

import { columns, done, type Outcome, problemsOutcome, refusalWords, withTextWarning } from "./command.ts";
import { flagSchema, filledSchema, severalOf, type Verb, verb } from "./verbs.ts";

const PRODUCT = { product: filledSchema() };
const VALUES = { ...PRODUCT, value: severalOf(z.string()) };
const NAMED = { ...PRODUCT, articleNumber: severalOf(z.string()) };
const OPTION = { option: filledSchema() };

/** Of the variants of one product. */
export const VARIANT_VERBS: Readonly<Record<string, Verb>> = {
  "variants list": verb({
    about: "the variants of a product, hidden ones too",
    words: PRODUCT,
    run: ({ product }) => withProduct(product, listed),
  }),
  "variants add": verb({
    about:
      "adds values to an option. Each makes a variant with every value of the other options: hidden, without stock, at " +
      "the price of the product. A colour is written Sunset=#dd8f5c",
    words: VALUES,
    options: OPTION,
    run: ({ product, value, option }) => withProduct(product, (id) => addValues(id, option, value)),
  }),
  "variants add-option": verb({
    about: "adds an option",
    words: VALUES,
    options: {
      ...OPTION,
      isNow: filledSchema().describe("what is sold now becomes this value"),
      words: flagSchema("a list, not swatches"),
    },
    run: ({ product, value, option: name, isNow, words }) =>
      withProduct(product, (id) => addWith(id, { name, isColour: !words, isNow, values: value })),
  }),
  "variants show": changeVerb("shows variants to shoppers", "Shoppers see now", async (product, ids) =>
    (await changes()).setVariantsVisible(product, { ids, isVisible: true }, new Date()),
  ),
  "variants hide": changeVerb("hides them. Shoppers always see one", "Hidden", async (product, ids) =>
    (await changes()).setVariantsVisible(product, { ids, isVisible: false }, new Date()),
  ),
  "variants remove": changeVerb(
    "removes hidden variants that have no stock, and that no order, basket or list names",
    "Removed",
    async (product, ids) => (await changes()).removeVariants(product, ids, new Date()),
  ),
  "variants rename": verb({
    about:
      "gives a value of an option another name, and a colour another swatch (--to Sunset=#dd8f5c). Orders and invoices of " +
      "before keep the words that they have",
    words: { ...PRODUCT, value: z.string() },
    options: { ...OPTION, to: filledSchema() },
    run: ({ product, value, option, to }) =>
      withProduct(product, (id) => rename(id, { option, present: value, to })),
  }),
  "variants image": verb({
    about: "chooses the image of the product that variants show",
    words: NAMED,
    options: { image: filledSchema() },
    run: ({ product, articleNumber, image }) =>
      withVariants(product, articleNumber, async (owner, ids) => {
        const images = new Map(ids.map((id) => [id, image]));
        const changed = await (await changes()).setVariantImages(owner, images, new Date());
        return changedOutcome(changed, "The image has been chosen");
      }),
  }),
};

async function withProduct(product: string, run: (id: number) => Promise<Outcome>): Promise<Outcome> {
  const { findProductByName } = await import("#app/models/catalogue/editing/change-product.server.ts");
  const productId = await findProductByName(product);
  return productId === null ? failed(`There is no product ${product}, or more than one.`) : run(productId);
}

type Product = Readonly<{ productId: number }>;
type Changed = Result<ChangedVariants, ShopErrorCode>;
type Change = (product: Product, ids: ReadonlyArray<number>) => Promise<Changed>;

const changes = () => import("#app/models/catalogue/editing/variant-visibility.server.ts");

function changeVerb(about: string, doneWords: string, change: Change): Verb {
  return verb({
    about,
    words: NAMED,
    run: ({ product, articleNumber }) =>
      withVariants(product, articleNumber, async (owner, ids) =>
        changedOutcome(await change(owner, ids), doneWords),
      ),
  });
}

async function changedOutcome(changed: Changed, doneWords: string): Promise<Outcome> {
  return outcome(changed, ({ names }) =>
    names.length === 0 ? "Everything was like this before." : `${doneWords}: ${names.join(", ")}.`,
  );
}

async function withVariants(
  product: string,
  skus: ReadonlyArray<string>,
  run: (product: Product, ids: ReadonlyArray<number>) => Promise<Outcome>,
): Promise<Outcome> {
  const { readProductVariants } = await import("#app/models/catalogue/editing/product-options.server.ts");
  return withProduct(product, async (productId) => {
    const { variants } = await readProductVariants(productId);
    const unknown = skus.find((sku) => !variants.some((variant) => variant.sku === sku));
    if (unknown !== undefined) return failed(`The product has no variant ${unknown}.`);
    const ids = variants.filter(({ sku }) => skus.includes(sku)).map(({ id }) => id);
    return run({ productId }, ids);
  });
}

function addedWords({ skus }: Readonly<{ skus: ReadonlyArray<string> }>): string {
  return `Added, and hidden until you show them: ${skus.join(", ")}.`;
}

type NewOption = Readonly<{ name: string; isColour: boolean; isNow: string; values: ReadonlyArray<string> }>;

async function addWith(productId: number, option: NewOption): Promise<Outcome> {
  const { addOption } = await import("#app/models/catalogue/editing/make-variants.server.ts");
  const { name, isColour, isNow, values } = option;
  const type = isColour ? ("swatch" as const) : ("radio" as const);
  const request = { name, type, present: valueIn(isNow), values: values.map(valueIn) };
  const added = await outcome(await addOption({ productId }, request, new Date()), addedWords);
  return withTextWarning(added, [name, isNow, ...values]);
}

async function addValues(productId: number, of: string, typed: ReadonlyArray<string>): Promise<Outcome> {
  const { addOptionValues } = await import("#app/models/catalogue/editing/make-variants.server.ts");
  const option = await findOption(productId, of);
  if (!option) return failed(`The product has no option ${of}.`);
  const request = { optionId: option.id, values: typed.map(valueIn) };
  const added = await outcome(await addOptionValues({ productId }, request, new Date()), addedWords);
  return withTextWarning(added, typed);
}

async function findOption(productId: number, named: string) {
  const { readProductVariants } = await import("#app/models/catalogue/editing/product-options.server.ts");
  const { options } = await readProductVariants(productId);
  return options.find(({ name }) => name.toLowerCase() === named.toLowerCase());
}

type Renaming = Readonly<{ option: string; present: string; to: string }>;

/** The value is named by what it is called now. Without a colour it keeps its own. */
async function rename(productId: number, { option: of, present, to }: Renaming): Promise<Outcome> {
  const { renameOptionValues } = await import("#app/models/catalogue/editing/rename-values.server.ts");
  const option = await findOption(productId, of);
  if (!option) return failed(`The product has no option ${of}.`);
  const value = option.values.find(({ label }) => label.toLowerCase() === present.toLowerCase());
  if (!value) return failed(`${option.name} has no value ${present}.`);
  const { label, hex } = valueIn(to);
  const names = new Map([[value.key, { label, hex: hex ?? value.hex }]]);
  const renamed = await renameOptionValues({ productId }, { optionId: option.id, names }, new Date());
  const answer = await outcome(renamed, ({ after }) =>
    after.length === 0 ? "It was called so before." : `${value.label} is now ${after.join("")}.`,
  );
  return withTextWarning(answer, [label]);
}

function valueIn(text: string) {
  const [, label = text, hex = null] = /^(.*)=(#[0-9a-f]{6})$/i.exec(text) ?? [];
  return { label: label.trim(), hex };
}

async function listed(productId: number): Promise<Outcome> {
  const { readProductVariants } = await import("#app/models/catalogue/editing/product-options.server.ts");
  const { options, variants } = await readProductVariants(productId);
  const rows = variants.map(({ sku, label, isVisible, onHand, reserved }) => [
    ...[sku, label ?? "", isVisible ? "shown" : "hidden"],
    onHand - reserved,
  ]);
  return done(columns(["article number", "variant", "state", "free"], rows), { options, variants });
}

async function outcome<Done extends object>(
  changed: Result<Done, ShopErrorCode>,
  words: (value: Done) => string,
): Promise<Outcome> {
  return changed.ok ? done(words(changed.value), changed.value) : failed(await refusalWords(changed));
}

function failed(words: string): Outcome {
  return problemsOutcome([words]);
}
