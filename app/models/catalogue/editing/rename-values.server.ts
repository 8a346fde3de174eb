/** Items that were ordered before keep the old names of values. */
import { db } from "#app/db/db.server.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { touchProduct, type VariantStep, withProduct } from "./make-variants.server.ts";
import { type EditedOption, type EditedValue, readProductVariants } from "./product-options.server.ts";
import { doubledPlace, labelOf, valueKeys, type ValueName } from "./variant-options.ts";

export type RenameRefusal =
  | ("product-not-found" | "variants-changed" | "option-not-found" | "value-not-found")
  | ("value-taken" | "value-without-letters" | "value-without-colour");

export type RenamedValues = Readonly<{
  option: string;
  before: ReadonlyArray<string>;
  after: ReadonlyArray<string>;
}>;

type NewNames = Readonly<{
  optionId: number;
  names: ReadonlyMap<string, ValueName>;
}>;

export async function renameOptionValues(
  step: VariantStep,
  { optionId, names }: NewNames,
  now: Date,
): Promise<Result<RenamedValues, RenameRefusal>> {
  return withProduct<RenamedValues, RenameRefusal>(step, async ({ options }) => {
    const option = options.find(({ id }) => id === optionId);
    if (!option) return refused("option-not-found");
    if ([...names.keys()].some((key) => !option.values.some((value) => value.key === key)))
      return refused("value-not-found");
    const values = option.values.map((value) => renamed(value, names.get(value.key), option.type));
    const problem = problemOf(values, option);
    if (problem) return problem;
    const changing = option.values.flatMap((before, place) => {
      const after = values[place];
      return after && (after.label !== before.label || after.hex !== before.hex) ? [{ before, after }] : [];
    });
    for (const { after } of changing)
      await db()
        .updateTable("product_option_values")
        .set({ label: after.label, hex: after.hex })
        .where("option_id", "=", optionId)
        .where("key", "=", after.key)
        .execute();
    if (changing.length > 0) {
      await writeVariantLabels(step.productId, options);
      await touchProduct(step.productId, now);
    }
    return ok({
      option: option.name,
      before: changing.map(({ before, after }) => nameIn(before, after)),
      after: changing.map(({ before, after }) => nameIn(after, before)),
    });
  });
}

function renamed(value: EditedValue, name: ValueName | undefined, type: string): EditedValue {
  if (!name) return value;
  return { ...value, label: name.label, hex: type === "swatch" ? name.hex : value.hex };
}

function problemOf(
  values: ReadonlyArray<EditedValue>,
  { type, values: before }: EditedOption,
): Refusal<RenameRefusal> | null {
  const isNew = (place: number) => values[place]?.label !== before[place]?.label;
  const labels = values.map(({ label }) => label);
  for (const [place, label] of labels.entries()) {
    if (!isNew(place)) continue;
    if (valueKeys([{ label, hex: null }], [])[0] === "") return refused("value-without-letters", { place });
    const others = labels.filter((_, other) => other !== place);
    if (doubledPlace([label], others) >= 0) return refused("value-taken", { name: label, place });
  }
  const plain = values.findIndex(({ hex }, place) => hex === null && before[place]?.hex !== null);
  return type === "swatch" && plain >= 0 ? refused("value-without-colour", { place: plain }) : null;
}

function nameIn({ label, hex }: EditedValue, other: EditedValue): string {
  return hex === other.hex ? label : `${label} (${hex ?? "no colour"})`;
}

/**
 * A label that was not made of the values `before` is the catalogue's own and stays; call it in the transaction that
 * renamed them.
 */
async function writeVariantLabels(productId: number, before: ReadonlyArray<EditedOption>): Promise<void> {
  const { options, variants } = await readProductVariants(productId);
  for (const { id, label, options: combination } of variants) {
    const made = labelOf(options, combination);
    if (label !== labelOf(before, combination) || label === made) continue;
    await db().updateTable("variants").set({ label: made }).where("id", "=", id).execute();
  }
}

export async function relabelMadeVariants(productId: number): Promise<void> {
  const { options, variants } = await readProductVariants(productId);
  const [own, ofVariants] = await Promise.all([
    db()
      .selectFrom("product_options")
      .select("id")
      .where("product_id", "=", productId)
      .where("created_by", "=", "desk")
      .executeTakeFirst(),
    db()
      .selectFrom("variants")
      .select("id")
      .where("product_id", "=", productId)
      .where("created_by", "=", "desk")
      .execute(),
  ]);
  const made = new Set(ofVariants.map(({ id }) => id));
  for (const { id, label, options: combination } of variants) {
    const now = labelOf(options, combination);
    if (label === now || !(own || made.has(id))) continue;
    await db().updateTable("variants").set({ label: now }).where("id", "=", id).execute();
  }
}
