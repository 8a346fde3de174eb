import type { VariantsPageData } from "#app/components/desk/products/variants-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import type { VariantStep } from "#app/models/catalogue/editing/make-variants.server.ts";
import { imagesOf } from "#app/models/catalogue/editing/product-images.ts";
import { markOfVariants, readProductVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import { usedVariants } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import {
  placesOf,
  readNewOption,
  readNewValues,
  readRenamed,
  renameInput,
  valueInput,
} from "#app/models/desk/products/new-variants-form.ts";
import {
  addOptionAtDesk,
  addOptionValuesAtDesk,
  removeVariantsAtDesk,
  renameOptionValuesAtDesk,
  setVariantImagesAtDesk,
  setVariantsVisibleAtDesk,
} from "#app/models/desk/products/variant-steps.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { deskConflict, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

/** Throws the desk's 404 for a product that does not exist. */
export async function findVariantsPage(id: number): Promise<Omit<VariantsPageData, "done" | "count">> {
  const [state, found] = await Promise.all([findProductState(id), readProductVariants(id)]);
  if (!state) throw deskRefusal(refused("NOT_FOUND"));
  const used = new Set((await usedVariants(found.variants)).map((variant) => variant.id));
  const { options, variants } = found;
  return {
    ...{ id, name: state.fields.name, mark: markOfVariants(found) },
    options: options.map((option) => ({ ...option, isColour: option.type === "swatch" })),
    variants: variants.map((variant) => ({
      ...{ id: variant.id, sku: variant.sku, image: variant.image, isVisible: variant.isVisible },
      ...{ name: variant.label ?? "One version", free: variant.onHand - variant.reserved },
      isUsed: used.has(variant.id),
      href: deskPaths.variantStock(variant.sku),
    })),
    images: imagesOf(state.fields.images).map(({ file, alt }, place) => ({
      value: file,
      text: `${place + 1}. ${alt}`,
    })),
  };
}

type VariantIntent =
  | Readonly<{ kind: "show" | "hide" | "remove" | "images" | "add-option" }>
  | Readonly<{ kind: "add-values" | "rename-values"; optionId: number }>;

const PLAIN_INTENTS = ["show", "hide", "remove", "images", "add-option"] as const;

export function variantIntent(text: string): VariantIntent | null {
  const plain = PLAIN_INTENTS.find((kind) => kind === text);
  if (plain) return { kind: plain };
  const [, kind, optionId] = /^(add|rename)-values ([1-9]\d{0,8})$/.exec(text) ?? [];
  return optionId === undefined
    ? null
    : { kind: kind === "add" ? "add-values" : "rename-values", optionId: Number(optionId) };
}

type Typed = Readonly<Record<string, string>>;
type Sent = Readonly<{ intent: VariantIntent; typed: Typed }>;

export async function changedVariants(id: number, { intent, typed }: Sent, { actor }: DeskVisit) {
  const step: VariantStep = { productId: id, mark: typed["mark"] ?? "" };
  if (intent.kind === "rename-values")
    return renamedValues(step, { optionId: intent.optionId, typed }, actor);
  if (intent.kind === "add-values") {
    const { value: values, errors } = readNewValues(typed, intent.optionId);
    if (Object.keys(errors).length > 0) return deskInvalid({ errors, values: { ...typed } });
    const done = await addOptionValuesAtDesk(step, { optionId: intent.optionId, values }, actor);
    return answer(id, done, { typed, form: intent.optionId, kind: intent.kind });
  }
  if (intent.kind === "add-option") {
    const { value: option, errors } = readNewOption(typed);
    if (Object.keys(errors).length > 0) return deskInvalid({ errors, values: { ...typed } });
    const done = await addOptionAtDesk(step, option, actor);
    return answer(id, done, { typed, form: "new", kind: intent.kind });
  }
  const done = await changeChosen(step, { kind: intent.kind, typed }, actor);
  return answer(id, done, { typed, form: "new", kind: intent.kind });
}

type Renaming = Readonly<{ optionId: number; typed: Typed }>;

/** Places in the form are those of the page, which the mark says are those of now. */
async function renamedValues(step: VariantStep, { optionId, typed }: Renaming, actor: DeskVisit["actor"]) {
  const { options } = await readProductVariants(step.productId);
  const option = options.find((one) => one.id === optionId);
  const { value: names, errors } = readRenamed(typed, {
    ...{ id: optionId, keys: option?.values.map(({ key }) => key) ?? [] },
    isColour: option?.type === "swatch",
  });
  const values = { ...typed };
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const done = await renameOptionValuesAtDesk(step, { optionId, names }, actor);
  const { place } = done.ok ? {} : done.detail;
  if (!done.ok && typeof place === "number")
    return deskRefused(done, { values, field: renameInput(optionId, place) });
  const result = done.ok ? ok({ names: done.value.after }) : done;
  return answer(step.productId, result, { typed, form: optionId, kind: "rename-values" });
}

type Chosen = Readonly<{ kind: "show" | "hide" | "remove" | "images"; typed: Typed }>;

function changeChosen(step: VariantStep, { kind, typed }: Chosen, actor: DeskVisit["actor"]) {
  if (kind === "images") return setVariantImagesAtDesk(step, filesIn(typed), actor);
  const ids = Object.keys(typed).flatMap((name) => {
    const [, variantId] = /^n([1-9]\d{0,8})$/.exec(name) ?? [];
    return variantId === undefined ? [] : [Number(variantId)];
  });
  if (kind === "remove") return removeVariantsAtDesk(step, ids, actor);
  return setVariantsVisibleAtDesk(step, { ids, isVisible: kind === "show" }, actor);
}

function filesIn(typed: Typed): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(typed).flatMap(([name, file]) => {
      const [, variantId] = /^image-([1-9]\d{0,8})$/.exec(name) ?? [];
      return variantId === undefined || file === "" ? [] : [[Number(variantId), file] as const];
    }),
  );
}

type Done = Readonly<{ skus?: ReadonlyArray<string>; names?: ReadonlyArray<string> }>;
type Answering = Readonly<{ typed: Typed; form: number | "new"; kind: VariantIntent["kind"] }>;

const VERBS_OF: ReadonlyMap<VariantIntent["kind"], string> = new Map([
  ["add-values", "add"],
  ["add-option", "add"],
  ["rename-values", "rename"],
]);

function answer(id: number, done: Result<Done, ShopErrorCode>, { typed, form, kind }: Answering) {
  if (!done.ok) return refusedAt(id, done, { typed, form });
  const count = (done.value.skus ?? done.value.names ?? []).length;
  const verb = VERBS_OF.get(kind) ?? kind;
  throw seeOther(
    deskPaths.productVariants(id, { done: count === 0 ? "before" : verb, count: count || null }),
  );
}

function refusedAt(
  id: number,
  refusal: Refusal<ShopErrorCode>,
  { typed, form }: Pick<Answering, "typed" | "form">,
) {
  const values = { ...typed };
  if (refusal.code === "variants-changed")
    return deskConflict(refusal, { kind: "product", id: String(id) }, { values });
  if (refusal.code === "option-taken" || refusal.code === "options-too-many")
    return deskRefused(refusal, { values, field: "optionName" });
  const { place } = refusal.detail;
  if (place === "present") return deskRefused(refusal, { values, field: valueInput("new", "present") });
  const row = typeof place === "number" ? placesOf(typed, form)[place] : undefined;
  return deskRefused(refusal, { values, ...(row === undefined ? {} : { field: valueInput(form, row) }) });
}
