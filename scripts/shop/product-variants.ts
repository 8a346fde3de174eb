import type { ChangedVariants } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal, Result } from "#app/models/shared/result.ts";

import { columns, type Outcome, readWords } from "./command.ts";

const VERBS = ["list", "add", "add-option", "show", "hide", "remove", "image", "rename"] as const;

export type VariantRequest = Readonly<{
  verb: (typeof VERBS)[number];
  product: string;
  /** Article numbers, or names of values such as "Sunset=#dd8f5c". */
  named: ReadonlyArray<string>;
  option: string;
  present: string;
  isColour: boolean;
  image: string;
  /** The new name of a value, such as "Soft colours" or "Sunset=#dd8f5c". */
  to: string;
}>;

const TEXT = { type: "string" } as const;

export function readVariantRequest(
  args: ReadonlyArray<string>,
): Readonly<{ request: VariantRequest; isJson: boolean }> | null {
  const words = readWords(args, {
    ...{ option: TEXT, "is-now": TEXT, image: TEXT, to: TEXT },
    ...{ words: { type: "boolean" }, json: { type: "boolean" } },
  } as const);
  const [, verb, product, ...named] = words?.positionals ?? [];
  const known = VERBS.find((one) => one === verb);
  if (!words || !known || !product) return null;
  const request = { ...requestIn(words.values), verb: known, product, named };
  return isWhole(request) ? { request, isJson: words.values.json === true } : null;
}

type Given = Readonly<{ option?: string; "is-now"?: string; image?: string; to?: string; words?: boolean }>;

function requestIn({ option = "", "is-now": present = "", image = "", to = "", words = false }: Given) {
  return { option, present, image, to, isColour: !words };
}

const OF_OPTIONS: ReadonlyArray<VariantRequest["verb"]> = ["add", "add-option", "rename"];

function isWhole({ verb, named, option, present, image, to }: VariantRequest): boolean {
  const needsNames = verb !== "list";
  return (
    needsNames === named.length > 0 &&
    OF_OPTIONS.includes(verb) === (option !== "") &&
    (verb === "rename") === (to !== "") &&
    (verb !== "rename" || named.length === 1) &&
    (verb === "add-option") === (present !== "") &&
    (verb === "image") === (image !== "")
  );
}

export async function changeVariants(request: VariantRequest): Promise<Outcome> {
  const { findProductByName } = await import("#app/models/catalogue/editing/change-product.server.ts");
  const { readProductVariants } = await import("#app/models/catalogue/editing/product-options.server.ts");
  const productId = await findProductByName(request.product);
  if (productId === null) return failed(`There is no product ${request.product}, or more than one.`);
  if (request.verb === "list") return listed(productId);
  if (request.verb === "add" || request.verb === "add-option") return added(productId, request);
  if (request.verb === "rename") return renamed(productId, request);
  const { variants } = await readProductVariants(productId);
  const unknown = request.named.find((sku) => !variants.some((variant) => variant.sku === sku));
  if (unknown !== undefined) return failed(`The product has no variant ${unknown}.`);
  const ids = variants.filter(({ sku }) => request.named.includes(sku)).map(({ id }) => id);
  return outcome(await changed(productId, ids, request), ({ names }) =>
    names.length === 0
      ? "Everything was like this before."
      : `${DONE[request.verb] ?? ""}: ${names.join(", ")}.`,
  );
}

const DONE: Readonly<Record<string, string>> = {
  show: "Shoppers see now",
  hide: "Hidden",
  remove: "Removed",
  image: "The image has been chosen",
};

async function changed(
  productId: number,
  ids: ReadonlyArray<number>,
  { verb, image }: VariantRequest,
): Promise<Result<ChangedVariants, ShopErrorCode>> {
  const { removeVariants, setVariantImages, setVariantsVisible } =
    await import("#app/models/catalogue/editing/variant-visibility.server.ts");
  const now = new Date();
  if (verb === "remove") return removeVariants({ productId }, ids, now);
  if (verb === "image") return setVariantImages({ productId }, new Map(ids.map((id) => [id, image])), now);
  return setVariantsVisible({ productId }, { ids, isVisible: verb === "show" }, now);
}

async function added(productId: number, request: VariantRequest): Promise<Outcome> {
  const { addOption, addOptionValues } =
    await import("#app/models/catalogue/editing/make-variants.server.ts");
  const { readProductVariants } = await import("#app/models/catalogue/editing/product-options.server.ts");
  const values = request.named.map(valueIn);
  const now = new Date();
  const words = ({ skus }: Readonly<{ skus: ReadonlyArray<string> }>) =>
    `Added, and hidden until you show them: ${skus.join(", ")}.`;
  if (request.verb === "add-option") {
    const type = request.isColour ? ("swatch" as const) : ("radio" as const);
    const option = { name: request.option, type, present: valueIn(request.present), values };
    return outcome(await addOption({ productId }, option, now), words);
  }
  const { options } = await readProductVariants(productId);
  const option = options.find(({ name }) => name.toLowerCase() === request.option.toLowerCase());
  if (!option) return failed(`The product has no option ${request.option}.`);
  return outcome(await addOptionValues({ productId }, { optionId: option.id, values }, now), words);
}

/** The value is named by what it is called now. Without a colour it keeps its own. */
async function renamed(productId: number, { option: of, named, to }: VariantRequest): Promise<Outcome> {
  const { renameOptionValues } = await import("#app/models/catalogue/editing/rename-values.server.ts");
  const { readProductVariants } = await import("#app/models/catalogue/editing/product-options.server.ts");
  const [present = ""] = named;
  const { options } = await readProductVariants(productId);
  const option = options.find(({ name }) => name.toLowerCase() === of.toLowerCase());
  if (!option) return failed(`The product has no option ${of}.`);
  const value = option.values.find(({ label }) => label.toLowerCase() === present.toLowerCase());
  if (!value) return failed(`${option.name} has no value ${present}.`);
  const { label, hex } = valueIn(to);
  const names = new Map([[value.key, { label, hex: hex ?? value.hex }]]);
  const done = await renameOptionValues({ productId }, { optionId: option.id, names }, new Date());
  return outcome(done, ({ after }) =>
    after.length === 0 ? "It was called so before." : `${value.label} is now ${after.join("")}.`,
  );
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
  return {
    isDone: true,
    words: columns(["article number", "variant", "state", "free"], rows),
    data: { ok: true, options, variants },
  };
}

async function outcome<Done extends object>(
  done: Result<Done, ShopErrorCode>,
  words: (value: Done) => string,
): Promise<Outcome> {
  if (done.ok) return { isDone: true, words: words(done.value), data: { ok: true, ...done.value } };
  return failed(`${await messageOf(done)}.`);
}

async function messageOf(refusal: Refusal<ShopErrorCode>): Promise<string> {
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  return shopError(refusal).message;
}

function failed(words: string): Outcome {
  return { isDone: false, words, data: { ok: false, problems: [words] } };
}
