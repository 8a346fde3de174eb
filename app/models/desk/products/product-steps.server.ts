import { db, transact } from "#app/db/db.server.ts";
import { imagesOf, PRODUCT_IMAGES_MAX } from "#app/models/catalogue/editing/product-images.ts";
import {
  imagesByFile,
  imagesIn,
  storeUploads,
  unpublishedUploads,
  type UploadedImage,
} from "#app/models/catalogue/editing/product-images.server.ts";
import { findProductVersion, listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import {
  changeLockedProduct,
  findProductState,
  lockEditedProduct,
  type ProductRefusal,
  type ProductState,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import {
  changedFields,
  changesBetween,
  fieldsWith,
  hasEnded,
  isOwnersField,
  mergeFields,
  type Merge,
  PRODUCT_FIELDS,
  type ProductChanges,
  type ProductField,
  type ProductFields,
  saleOf,
} from "#app/models/catalogue/editing/product-fields.ts";
import { weakened } from "#app/models/catalogue/editing/safety-facts.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { textMark } from "#app/models/shared/text-mark.server.ts";

import { FIELD_LABELS, fieldText } from "./field-words.ts";
import { variantNames } from "./product-facts.server.ts";

export type DraftState = Awaited<ReturnType<typeof withDraft>>;

export async function findDraftState(id: number): Promise<DraftState | null> {
  const state = await findProductState(id);
  return state && withDraft(state);
}

async function withDraft({ fields: published, ...state }: ProductState) {
  const { id } = state;
  const row = await db()
    .selectFrom("product_drafts")
    .selectAll()
    .where("product_id", "=", id)
    .executeTakeFirst();
  const draft = row ? (JSON.parse(row.changes) as ProductChanges) : {};
  const fields = fieldsWith(published, draft);
  return {
    ...{ ...state, published, fields },
    changes: changesBetween(published, fields),
    ...{ draftBy: row?.staff_name ?? null, draftAt: row?.updated_at ?? null },
  };
}

export type ProductEdit = Readonly<{
  id: number;
  /** That of the product when the form was made. */
  version: number;
  /** Of the fields that the form showed. */
  marks: Readonly<Record<string, string>>;
  typed: ProductFields;
  uploads?: ReadonlyArray<UploadedImage>;
}>;

export type EditOutcome =
  | Readonly<{ kind: "conflict"; merge: Merge; now: DraftState }>
  | Readonly<{
      kind: "done";
      isChanged: boolean;
      published: ReadonlyArray<ProductField>;
      waiting: ReadonlyArray<ProductField>;
    }>;

type EditRefusal =
  | ("desk-not-allowed" | "desk-weakens" | "desk-owner-publishes" | "desk-new-product" | "images-too-many")
  | "desk-draft-changed"
  | ProductRefusal;

function mergeForm({ version, marks, typed }: ProductEdit, state: DraftState): Merge {
  // The lock has raised the version by one.
  if (version === state.version - 1) return { merged: typed, conflicts: [], yours: [], theirs: [] };
  return mergeFields(typed, state.fields, (field, text) => marks[field] === textMark(text));
}

/** Saves nothing where somebody else has changed a field too, and answers with these. */
export async function saveDraftAtDesk(
  form: ProductEdit,
  actor: DeskPerson,
): Promise<Result<EditOutcome, EditRefusal>> {
  return withLocked({ form, actor }, async (state, fields) => {
    const changes = changesBetween(state.published, fields);
    const isChanged = changedFields(changesBetween(state.fields, fields)).length > 0;
    await storeDraft(form.id, changes, actor);
    if (isChanged) await logFields(actor, { action: "product-drafted", id: form.id }, [state.fields, fields]);
    return ok({ kind: "done", isChanged, published: [], waiting: changedFields(changes) });
  });
}

/** What only owners publish stays in the draft of anybody else: prices, and weaker ages and warnings. */
export async function publishAtDesk(
  form: ProductEdit,
  actor: DeskPerson,
): Promise<Result<EditOutcome, EditRefusal>> {
  return withLocked({ form, actor }, async (state, fields) => {
    const all = changesBetween(state.published, fields);
    const ownersOnly = fieldsOfOwners(actor, state, fields);
    // A new product has a price, and prices are published by owners.
    if (!state.wasPublished && ownersOnly.includes("price")) return refused("desk-owner-publishes");
    const now = changedFields(all).filter((field) => !ownersOnly.includes(field));
    const rest = changedFields(all).filter((field) => !now.includes(field));
    const changed = await changeLockedProduct({ ...state, fields: state.published }, only(all, now), {
      now: actor.now,
      by: actor.staff.name,
    });
    if (!changed.ok) return changed;
    const { before, after, isChanged } = changed.value;
    await storeDraft(form.id, only(all, rest), actor);
    if (isChanged) await logFields(actor, { action: "product-published", id: form.id }, [before, after]);
    return ok({ kind: "done", isChanged, published: now, waiting: rest });
  });
}

type Changed = Readonly<{ isChanged: boolean }>;

/** Nobody else changes the product or its draft until the work of somebody who may edit it is done. */
function withDraftOf<Done, Code extends string>(
  id: number,
  { staff }: DeskPerson,
  work: (state: DraftState) => Promise<Result<Done, Code>>,
): Promise<Result<Done, Code | "desk-not-allowed" | "product-not-found">> {
  return transact<Result<Done, Code | "desk-not-allowed" | "product-not-found">>(async () => {
    if (!can(staff.role, "edit-products")) return refused("desk-not-allowed");
    const locked = await lockEditedProduct(id);
    return locked ? work(await withDraft(locked)) : refused("product-not-found");
  });
}

function withLocked(
  { form, actor }: Readonly<{ form: ProductEdit; actor: DeskPerson }>,
  work: (state: DraftState, merged: ProductFields) => Promise<Result<EditOutcome, EditRefusal>>,
): Promise<Result<EditOutcome, EditRefusal>> {
  return withDraftOf<EditOutcome, EditRefusal>(form.id, actor, async (state) => {
    const merge = mergeForm(form, state);
    if (hasTooManyImages(merge.merged, state))
      return refused("images-too-many", { maximum: PRODUCT_IMAGES_MAX });
    await storeUploads(form.id, form.uploads ?? [], actor.now);
    if (merge.conflicts.length > 0) return ok({ kind: "conflict", merge, now: state });
    if (weakensNow(actor, state, merge.merged)) return refused("desk-weakens");
    return work(state, merge.merged);
  });
}

function fieldsOfOwners(
  { staff: { role } }: DeskPerson,
  state: DraftState,
  fields: ProductFields,
): ReadonlyArray<ProductField> {
  return [
    ...(can(role, "publish-prices") ? [] : PRODUCT_FIELDS.filter(isOwnersField)),
    ...(can(role, "weaken-safety") ? [] : weakenedBy(state, fields)),
  ];
}

/** Of what nobody has seen yet, nothing is weakened. */
function weakenedBy({ published, wasPublished }: DraftState, fields: ProductFields) {
  return wasPublished ? weakened(published, fields) : [];
}

/** What an owner has written into the draft is left as it is. */
function weakensNow({ staff: { role } }: DeskPerson, state: DraftState, fields: ProductFields): boolean {
  if (can(role, "weaken-safety")) return false;
  return weakenedBy(state, fields).some((field) => fields[field] !== state.fields[field]);
}

/** An import may have brought more than the desk adds. */
function hasTooManyImages({ images }: ProductFields, { published }: DraftState): boolean {
  const most = Math.max(PRODUCT_IMAGES_MAX, imagesOf(published.images).length);
  return imagesOf(images).length > most;
}

function only(changes: ProductChanges, fields: ReadonlyArray<ProductField>): ProductChanges {
  return Object.fromEntries(fields.map((field) => [field, changes[field] ?? ""]));
}

async function storeDraft(id: number, changes: ProductChanges, { staff, now }: DeskPerson): Promise<void> {
  await db().deleteFrom("product_drafts").where("product_id", "=", id).execute();
  if (changedFields(changes).length === 0) return;
  await db()
    .insertInto("product_drafts")
    .values({
      ...{ product_id: id, changes: JSON.stringify(changes) },
      ...{ staff_name: staff.name, updated_at: now.toISOString() },
    })
    .execute();
}

type Shown = Pick<ProductEdit, "version" | "marks">;

/** Refused if a field is not as `shown` says; null discards whatever is there. */
export async function discardDraftAtDesk(
  id: number,
  actor: DeskPerson,
  shown: Shown | null = null,
): Promise<Result<Changed, EditRefusal>> {
  return withDraftOf<Changed, EditRefusal>(id, actor, async (state) => {
    const { published, fields, changes, wasPublished } = state;
    if (!wasPublished) return refused("desk-new-product");
    if (shown && hasChangedSince(shown, state)) return refused("desk-draft-changed");
    const isChanged = changedFields(changes).length > 0;
    await storeDraft(id, {}, actor);
    if (isChanged) await logFields(actor, { action: "product-discarded", id }, [fields, published]);
    return ok({ isChanged });
  });
}

function hasChangedSince({ version, marks }: Shown, state: DraftState): boolean {
  // The lock has raised the version by one.
  if (version === state.version - 1) return false;
  return PRODUCT_FIELDS.some((field) => marks[field] !== textMark(state.fields[field]));
}

type PutBackRefusal = "desk-draft-first" | "desk-version-gone";

/** Leaves out a sale that is over. Refused while anything is unpublished, so that nothing is overwritten. */
export async function putBackAtDesk(
  form: ProductEdit,
  versionId: number,
  actor: DeskPerson,
): Promise<Result<Changed, EditRefusal | PutBackRefusal>> {
  const today = localTime(actor.now, (await findStore()).timeZone).day;
  return withDraftOf<Changed, EditRefusal | PutBackRefusal>(form.id, actor, async (state) => {
    const { merged, conflicts } = mergeForm(form, state);
    const isOpen = changedFields(changesBetween(state.published, merged)).length > 0;
    if (conflicts.length > 0 || isOpen) return refused("desk-draft-first");
    const version = await findProductVersion(form.id, versionId);
    if (!version) return refused("desk-version-gone");
    const sale = saleOf(version.sale ?? "");
    const isOver = sale !== null && hasEnded(sale, today);
    const fields = fieldsWith(state.published, { ...version, ...(isOver ? { sale: "" } : {}) });
    if (weakensNow(actor, state, fields)) return refused("desk-weakens");
    const changes = changesBetween(state.published, fields);
    const isChanged = changedFields(changes).length > 0;
    await storeDraft(form.id, changes, actor);
    if (isChanged)
      await logFields(actor, { action: "product-put-back", id: form.id }, [state.published, fields]);
    return ok({ isChanged });
  });
}

const VERSIONS_KNOWN = 200;

/** By file: published once, in the draft, or uploaded lately. */
export async function findKnownImages({ id, published, fields }: DraftState) {
  const [versions, uploads] = await Promise.all([listVersions(id, VERSIONS_KNOWN), unpublishedUploads(id)]);
  const earlier = imagesIn(versions.toReversed().map((version) => version.fields));
  return imagesByFile(earlier, uploads, imagesOf(published.images), imagesOf(fields.images));
}

/** Removed from the draft, or uploaded lately. */
export async function findUnusedImages({ id, published, fields }: DraftState) {
  const used = new Set(imagesOf(fields.images).map(({ file }) => file));
  const all = imagesByFile(imagesOf(published.images), await unpublishedUploads(id));
  return [...all.values()].filter(({ file }) => !used.has(file));
}

const LOGGED_CHARACTERS = 300;

async function logFields(
  actor: DeskPerson,
  { action, id }: Readonly<{ action: DeskAction; id: number }>,
  [before, after]: readonly [ProductFields, ProductFields],
): Promise<void> {
  const { currencies, currency, locale } = await findStore();
  const format = { currency: currencies[0] ?? currency, locale };
  const words = {
    ...{ format, now: actor.now },
    ...{ variants: await variantNames(id), choices: await findProductChoices() },
  };
  const text = (field: ProductField, fields: ProductFields) => shortened(fieldText(field, fields, words));
  const changes = changedFields(changesBetween(before, after)).map((field) => [
    FIELD_LABELS[field].toLowerCase(),
    [text(field, before), text(field, after)] as const,
  ]);
  await writeDeskLog(actor, {
    action,
    subject: { kind: "product", id: String(id) },
    changes: Object.fromEntries(changes) as Record<string, readonly [string, string]>,
  });
}

function shortened(text: string): string {
  return text.length > LOGGED_CHARACTERS ? `${text.slice(0, LOGGED_CHARACTERS)}…` : text;
}
