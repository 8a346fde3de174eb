import { transact } from "#app/db/db.server.ts";
import {
  addOption,
  addOptionValues,
  type NewVariants,
  type NewVariantRefusal,
  type VariantStep,
} from "#app/models/catalogue/editing/make-variants.server.ts";
import {
  renameOptionValues,
  type RenamedValues,
  type RenameRefusal,
} from "#app/models/catalogue/editing/rename-values.server.ts";
import type { NewOption, ValueName } from "#app/models/catalogue/editing/variant-options.ts";
import {
  type ChangedVariants,
  removeVariants,
  setVariantImages,
  setVariantsVisible,
} from "#app/models/catalogue/editing/variant-visibility.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

type Logged = Readonly<{
  action: DeskAction;
  field: string;
  names: ReadonlyArray<string>;
  before?: ReadonlyArray<string>;
}>;

/** Both the work and its row in the log, or neither. */
function asStep<Done, Code extends string>(
  actor: DeskPerson,
  productId: number,
  { work, logged }: Readonly<{ work: () => Promise<Result<Done, Code>>; logged: (done: Done) => Logged }>,
): Promise<Result<Done, Code | "desk-not-allowed">> {
  return transact<Result<Done, Code | "desk-not-allowed">>(async () => {
    if (!can(actor.staff.role, "edit-products")) return refused("desk-not-allowed");
    const done = await work();
    if (!done.ok) return done;
    const { action, field, names, before = [] } = logged(done.value);
    if (names.length > 0)
      await writeDeskLog(actor, {
        action,
        subject: { kind: "product", id: String(productId) },
        changes: { [field]: [before.join(", "), names.join(", ")] },
      });
    return ok(done.value);
  });
}

export function addOptionValuesAtDesk(
  step: VariantStep,
  values: Readonly<{ optionId: number; values: ReadonlyArray<ValueName> }>,
  actor: DeskPerson,
): Promise<Result<NewVariants, NewVariantRefusal | "desk-not-allowed">> {
  return asStep(actor, step.productId, {
    work: () => addOptionValues(step, values, actor.now),
    logged: ({ option, skus }) => ({ action: "variants-added", field: option, names: skus }),
  });
}

export function addOptionAtDesk(
  step: VariantStep,
  option: NewOption,
  actor: DeskPerson,
): Promise<Result<NewVariants, NewVariantRefusal | "desk-not-allowed">> {
  return asStep(actor, step.productId, {
    work: () => addOption(step, option, actor.now),
    logged: ({ skus }) => ({ action: "variants-added", field: option.name, names: skus }),
  });
}

export function renameOptionValuesAtDesk(
  step: VariantStep,
  names: Parameters<typeof renameOptionValues>[1],
  actor: DeskPerson,
): Promise<Result<RenamedValues, RenameRefusal | "desk-not-allowed">> {
  return asStep(actor, step.productId, {
    work: () => renameOptionValues(step, names, actor.now),
    logged: ({ option, before, after }) => ({
      ...{ action: "option-values-renamed", field: option, names: after, before },
    }),
  });
}

type Chosen<Code extends string> = Readonly<{
  action: DeskAction;
  work: () => Promise<Result<ChangedVariants, Code>>;
}>;

/** The log names the variants that have changed. */
function changeVariants<Code extends string>(
  actor: DeskPerson,
  { productId }: VariantStep,
  { action, work }: Chosen<Code>,
) {
  return asStep(actor, productId, { work, logged: ({ names }) => ({ action, field: "variants", names }) });
}

export function setVariantsVisibleAtDesk(
  step: VariantStep,
  chosen: Readonly<{ ids: ReadonlyArray<number>; isVisible: boolean }>,
  actor: DeskPerson,
) {
  const action = chosen.isVisible ? "variants-shown" : "variants-hidden";
  return changeVariants(actor, step, { action, work: () => setVariantsVisible(step, chosen, actor.now) });
}

export function removeVariantsAtDesk(step: VariantStep, ids: ReadonlyArray<number>, actor: DeskPerson) {
  const work = () => removeVariants(step, ids, actor.now);
  return changeVariants(actor, step, { action: "variants-removed", work });
}

export function setVariantImagesAtDesk(
  step: VariantStep,
  files: ReadonlyMap<number, string>,
  actor: DeskPerson,
) {
  const work = () => setVariantImages(step, files, actor.now);
  return changeVariants(actor, step, { action: "variant-images-chosen", work });
}
