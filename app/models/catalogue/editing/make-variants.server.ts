import { db, transact } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { lockEditedProduct } from "./change-product.server.ts";
import { isSkuTaken } from "./create-product.server.ts";
import { nextMadeId } from "./made-rows.server.ts";
import { markOfVariants, type EditedVariants, readProductVariants } from "./product-options.server.ts";
import {
  type Combination,
  doubledPlace,
  labelOf,
  missingCombinations,
  valueNameKey,
  type NewOption,
  OPTION_VALUES_MAX,
  OPTIONS_MAX,
  PRODUCT_VARIANTS_MAX,
  type ValueName,
  valueKeys,
  variantSku,
} from "./variant-options.ts";

/** A place is that of the value in the form, from 0; "present" is the value of the variants of now. */
export type NewVariantRefusal =
  | ("product-not-found" | "variants-changed" | "option-not-found" | "option-taken" | "options-too-many")
  | ("value-taken" | "value-without-letters" | "value-without-colour")
  | ("values-none" | "values-too-many" | "variants-too-many");

export type VariantStep = Readonly<{
  productId: number;
  /** Of the form that showed the variants; without it, as with a command, nothing is compared. */
  mark?: string;
}>;

export type NewVariants = Readonly<{ option: string; skus: ReadonlyArray<string> }>;

export async function addOptionValues(
  step: VariantStep,
  { optionId, values }: Readonly<{ optionId: number; values: ReadonlyArray<ValueName> }>,
  now: Date,
): Promise<Result<NewVariants, NewVariantRefusal>> {
  return withProduct(step, async (present) => {
    const option = present.options.find(({ id }) => id === optionId);
    if (!option) return refused("option-not-found");
    const known = option.values.map(({ label }) => label);
    const problem = valuesProblem(values, { known, isColour: option.type === "swatch" });
    if (problem) return problem;
    const keys = valueKeys(
      values,
      option.values.map(({ key }) => key),
    );
    const combinations = missingCombinations(present.variants, option.name, keys);
    if (isTooMany(present, combinations))
      return refused("variants-too-many", { maximum: PRODUCT_VARIANTS_MAX });
    const named = values.map((value, place) => ({ ...value, key: keys[place] ?? "" }));
    await insertValues(option.id, named, { from: option.values.length, isVisible: false });
    const skus = await insertVariants(step.productId, combinations);
    await touchProduct(step.productId, now);
    return ok({ option: option.name, skus });
  });
}

/** The present variants get `present`, and each other value makes new variants. */
export async function addOption(
  step: VariantStep,
  { name, type, present: own, values }: NewOption,
  now: Date,
): Promise<Result<NewVariants, NewVariantRefusal>> {
  return withProduct(step, async (present) => {
    if (present.options.some((option) => valueNameKey(option.name) === valueNameKey(name)))
      return refused("option-taken", { name });
    if (present.options.length >= OPTIONS_MAX) return refused("options-too-many", { maximum: OPTIONS_MAX });
    const all = [own, ...values];
    const problem = valuesProblem(all, { known: [], isColour: type === "swatch", hasPresent: true });
    if (problem) return problem;
    const keys = valueKeys(all, []);
    const combinations = missingCombinations(present.variants, name, keys.slice(1));
    if (isTooMany(present, combinations))
      return refused("variants-too-many", { maximum: PRODUCT_VARIANTS_MAX });
    const id = await nextMadeId("product_options");
    await db()
      .insertInto("product_options")
      .values({
        ...{ id, product_id: step.productId, name, type, position: present.options.length },
        created_by: "desk",
      })
      .execute();
    const named = all.map((value, place) => ({ ...value, key: keys[place] ?? "" }));
    await insertValues(id, named.slice(0, 1), { from: 0, isVisible: true });
    await insertValues(id, named.slice(1), { from: 1, isVisible: false });
    for (const variant of present.variants) {
      const options = JSON.stringify({ ...variant.options, [name]: keys[0] ?? "" });
      const label = [variant.label ?? "", own.label].filter(Boolean).join(", ");
      await db().updateTable("variants").set({ options, label }).where("id", "=", variant.id).execute();
    }
    const skus = await insertVariants(step.productId, combinations);
    await touchProduct(step.productId, now);
    return ok({ option: name, skus });
  });
}

/** Nobody else's changes of this product run beside it. */
export function withProduct<Done, Code extends string>(
  { productId, mark }: VariantStep,
  work: (present: EditedVariants) => Promise<Result<Done, Code>>,
): Promise<Result<Done, Code | "product-not-found" | "variants-changed">> {
  return transact<Result<Done, Code | "product-not-found" | "variants-changed">>(async () => {
    if (!(await lockEditedProduct(productId))) return refused("product-not-found");
    // The lock on this row makes two that give the same article number or id at once see each other.
    await bumpCatalogueVersion();
    const present = await readProductVariants(productId);
    if (mark !== undefined && mark !== markOfVariants(present)) return refused("variants-changed");
    return work(present);
  });
}

/** An import leaves the product alone from now on, as it does after any change by hand. */
export async function touchProduct(productId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await db()
    .updateTable("products")
    .set({ changed_at: at, edited_at: at })
    .where("id", "=", productId)
    .execute();
}

type Known = Readonly<{
  known: ReadonlyArray<string>;
  isColour: boolean;
  hasPresent?: boolean;
}>;

function valuesProblem(
  values: ReadonlyArray<ValueName>,
  { known, isColour, hasPresent = false }: Known,
): Refusal<NewVariantRefusal> | null {
  const placeOf = (index: number) => {
    if (!hasPresent) return index;
    return index === 0 ? "present" : index - 1;
  };
  const counted = countProblem(values.length, { known, hasPresent });
  if (counted) return counted;
  const nameless = valueKeys(values, []).indexOf("");
  if (nameless >= 0) return refused("value-without-letters", { place: placeOf(nameless) });
  const doubled = doubledPlace(
    values.map(({ label }) => label),
    known,
  );
  if (doubled >= 0)
    return refused("value-taken", { name: values[doubled]?.label ?? "", place: placeOf(doubled) });
  const plain = isColour ? values.findIndex(({ hex }) => hex === null) : -1;
  return plain >= 0 ? refused("value-without-colour", { place: placeOf(plain) }) : null;
}

function countProblem(
  count: number,
  { known, hasPresent }: Pick<Required<Known>, "known" | "hasPresent">,
): Refusal<NewVariantRefusal> | null {
  if (count === (hasPresent ? 1 : 0)) return refused("values-none");
  const isMore = known.length + count > OPTION_VALUES_MAX;
  return isMore ? refused("values-too-many", { maximum: OPTION_VALUES_MAX }) : null;
}

function isTooMany({ variants }: EditedVariants, combinations: ReadonlyArray<Combination>): boolean {
  return variants.length + combinations.length > PRODUCT_VARIANTS_MAX;
}

type NamedValue = ValueName & Readonly<{ key: string }>;

async function insertValues(
  optionId: number,
  values: ReadonlyArray<NamedValue>,
  { from, isVisible }: Readonly<{ from: number; isVisible: boolean }>,
): Promise<void> {
  await db()
    .insertInto("product_option_values")
    .values(
      values.map(({ key, label, hex }, place) => ({
        ...{ option_id: optionId, key, label, hex, position: from + place },
        ...{ created_by: "desk" as const, is_visible: isVisible ? 1 : 0 },
      })),
    )
    .execute();
}

/** Hidden, without stock, at the product's price in each currency; returns their article numbers. */
async function insertVariants(
  productId: number,
  combinations: ReadonlyArray<Combination>,
): Promise<ReadonlyArray<string>> {
  const { options, variants } = await readProductVariants(productId);
  const [product, first] = await Promise.all([
    db().selectFrom("products").select("sku").where("id", "=", productId).executeTakeFirstOrThrow(),
    db()
      .selectFrom("product_images")
      .select("file")
      .where("product_id", "=", productId)
      .orderBy("position")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const skus: Array<string> = [];
  for (const [place, combination] of combinations.entries()) {
    const chosen = options.map(({ name }) => combination[name] ?? "");
    const sku = await freeSku(variantSku(product.sku, chosen));
    await db()
      .insertInto("variants")
      .values({
        ...{ id: await nextMadeId("variants"), product_id: productId, sku, gtin: "" },
        ...{ label: labelOf(options, combination), options: JSON.stringify(combination) },
        ...{ price_minor: null, sale_price_minor: null, on_hand: 0, image: first?.file ?? "" },
        ...{ position: variants.length + place, created_by: "desk", is_visible: 0 },
      })
      .execute();
    skus.push(sku);
  }
  return skus;
}

async function freeSku(sku: string): Promise<string> {
  let free = sku;
  for (let number = 2; await isSkuTaken(free); number += 1) free = `${sku}${number}`;
  return free;
}
