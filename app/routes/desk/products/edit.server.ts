import { json } from "@remix-run/node";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import type { ProductAnswer } from "#app/components/desk/products/product-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import type { UploadedFile, UploadForm } from "#app/http/request/upload-form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { PRODUCT_FIELDS, type ProductFields } from "#app/models/catalogue/editing/product-fields.ts";
import {
  afterStep,
  type ImageStep,
  imagesOf,
  imagesText,
  imageStep,
  withImages,
  withoutText,
} from "#app/models/catalogue/editing/product-images.ts";
import { missingFacts } from "#app/models/catalogue/editing/missing-facts.ts";
import { missingOfToy } from "#app/models/catalogue/editing/safety-facts.ts";
import { imageOfUpload, type UploadedImage } from "#app/models/catalogue/editing/product-images.server.ts";
import { imageTextInput, readProductInputs } from "#app/models/desk/products/product-form.ts";
import {
  discardDraftAtDesk,
  type DraftState,
  type EditOutcome,
  findDraftState,
  findKnownImages,
  type ProductEdit,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { inputOfBarcode } from "#app/models/desk/products/variant-form.ts";
import { developUploads } from "#app/models/desk/uploads.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskInvalid, deskRefused, readDeskForm, textsOf } from "#app/routes/desk/desk.server.ts";
import { conflictOf, mainFormat } from "./product.server.ts";

const productSchema = z
  .object({
    intent: z.string().max(400),
    version: z.coerce.number().int().nonnegative().default(0),
  })
  .passthrough();

type Form = z.infer<typeof productSchema>;

const isField = (name: string) => name !== "intent";

type Intent =
  | Readonly<{ kind: "save" | "publish" | "discard" | "upload" }>
  | Readonly<{ kind: "put-back"; version: number }>
  | Readonly<{ kind: "step"; step: ImageStep }>;

const PLAIN_INTENTS = ["save", "publish", "discard", "upload"] as const;

function intentOf(text: string): Intent | null {
  const plain = PLAIN_INTENTS.find((kind) => kind === text);
  if (plain) return { kind: plain };
  const [, version] = /^put-back ([1-9]\d{0,8})$/.exec(text) ?? [];
  if (version) return { kind: "put-back", version: Number(version) };
  const step = imageStep(text);
  return step && { kind: "step", step };
}

export async function editedProduct(id: number, { request, files }: UploadForm, visit: DeskVisit) {
  const form = await readDeskForm(request, productSchema);
  if (!form.ok) return deskInvalid(form);
  const intent = intentOf(form.value.intent);
  if (!intent) throw deskRefusal(refused("unknown-action"));
  return intent.kind === "discard"
    ? discard({ id, form: form.value }, visit)
    : edit({ id, form: form.value, files, intent }, visit);
}

async function discard({ id, form }: Pick<Editing, "id" | "form">, { actor }: DeskVisit) {
  const shown = { version: form.version, marks: marksIn(textsOf(form, isField)) };
  const done = await discardDraftAtDesk(id, actor, shown);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.product(id, { done: done.value.isChanged ? "discard" : "before" }));
}

type Editing = Readonly<{
  id: number;
  form: Form;
  files: ReadonlyArray<UploadedFile>;
  intent: Intent;
}>;

async function edit({ id, form, files, intent }: Editing, { actor }: DeskVisit) {
  const [state, store] = await Promise.all([findDraftState(id), findStore()]);
  if (!state) throw deskRefusal(refused("NOT_FOUND"));
  const values = textsOf(form, isField);
  const known = await findKnownImages(state);
  const { fields, errors } = readProductInputs(values, {
    format: mainFormat(store),
    today: localTime(actor.now, store.timeZone).day,
    ...{ fallback: state.fields, known, mayLack: !state.wasPublished },
  });
  const problems = { ...errors, ...fileErrors({ files, intent }, errors) };
  if (Object.keys(problems).length > 0) return deskInvalid({ errors: problems, values });
  const developed = await developUploads(files);
  if (!developed.ok) return deskRefused(developed, { values, field: "files" });
  const uploads = developed.value;
  const images = imagesAfter(fields, { intent, uploads, known });
  const typed = { ...fields, images, ...chosen(values, state) };
  const product = { ...{ id, version: form.version, marks: marksIn(values) }, typed, uploads };
  const sent = { intent, hasFiles: files.length > 0, values };
  if (intent.kind === "put-back") return putBack(product, intent.version, { sent, actor });
  return savedOr(product, { sent, actor });
}

/** No browser sends the files again that it has sent. */
function fileErrors(
  { files, intent }: Pick<Editing, "files" | "intent">,
  errors: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (files.length > 0)
    return Object.keys(errors).length > 0 ? { files: "Please choose the images again" } : {};
  return intent.kind === "upload" ? { files: "Choose one or more files first" } : {};
}

type Around = Readonly<{
  intent: Intent;
  uploads: ReadonlyArray<UploadedImage>;
  known: ReadonlyMap<string, ReturnType<typeof imageOfUpload>>;
}>;

function imagesAfter({ images }: ProductFields, { intent, uploads, known }: Around): string {
  const typed = imagesOf(images);
  const moved = intent.kind === "step" ? afterStep(typed, intent.step, known) : typed;
  return imagesText(withImages(moved, uploads.map(imageOfUpload)));
}

type Sent = Readonly<{ intent: Intent; hasFiles: boolean; values: Readonly<Record<string, string>> }>;
type Doing = Readonly<{ sent: Sent; actor: DeskVisit["actor"] }>;

async function putBack(product: ProductEdit, version: number, { sent, actor }: Doing) {
  const done = await putBackAtDesk(product, version, actor);
  if (!done.ok) return deskRefused(done, { values: sent.values });
  throw seeOther(deskPaths.product(product.id, { done: done.value.isChanged ? "put-back" : "before" }));
}

/** A new image has no text yet: a form that brings one is never published at once, so nothing is lost. */
async function savedOr(product: ProductEdit, { sent, actor }: Doing) {
  const publishes = sent.intent.kind === "publish" && !sent.hasFiles;
  const done = await (publishes ? publishAtDesk : saveDraftAtDesk)(product, actor);
  if (!done.ok) {
    const { currencies } = await findStore();
    return refusedAt(done, { sent, typed: product.typed, currencies });
  }
  return answer(done.value, { ...sent, id: product.id, now: actor.now });
}

function refusedAt(
  refusal: Refusal<ShopErrorCode>,
  {
    sent: { values },
    typed,
    currencies,
  }: Readonly<{ sent: Sent; typed: ProductFields; currencies: ReadonlyArray<string> }>,
) {
  if (refusal.code === "toy-unsafe")
    return invalidAt(missingOfToy(typed), "A toy needs this before it is published", values);
  if (refusal.code === "product-incomplete") {
    const inputs = missingFacts(typed, { isMade: true, currencies }).map(({ input }) => input);
    return invalidAt(inputs, "Needed before it is published", values);
  }
  const missing = withoutText(imagesOf(typed.images));
  if (refusal.code === "image-text-missing" && missing.length > 0)
    return invalidAt(missing.map(imageTextInput), "Describe this image", values);
  const { barcode } = refusal.detail;
  if (refusal.code === "charge-claim")
    return deskRefused(refusal, { values, field: String(refusal.detail["field"]) });
  const field = FIELDS_OF_REFUSALS[refusal.code] ?? inputOfBarcode(typed.barcodes, String(barcode));
  return deskRefused(refusal, { values, ...(field ? { field } : {}) });
}

function invalidAt(inputs: ReadonlyArray<string>, problem: string, values: Sent["values"]) {
  const errors = Object.fromEntries(inputs.map((input) => [input, problem]));
  return deskInvalid({ errors, values: { ...values } });
}

const FIELDS_OF_REFUSALS: Readonly<Record<string, string>> = {
  "sale-not-lower": "salePrice",
  "own-sale-not-lower": "variants",
  "desk-weakens": "safety",
  "slug-malformed": "slug",
  "slug-taken": "slug",
  "category-unknown": "category",
  "brand-unknown": "brand",
  "tax-unknown": "tax",
  "images-none": "images",
  "images-too-many": "images",
};

/** Where both versions were shown and theirs was chosen, it is the present one. */
function chosen(values: Readonly<Record<string, string>>, state: DraftState) {
  const theirs = PRODUCT_FIELDS.filter((field) => values[`choose-${field}`] === "theirs");
  return Object.fromEntries(theirs.map((field) => [field, state.fields[field]]));
}

function marksIn(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, values[`was-${field}`] ?? ""]));
}

type Answered = Sent & Readonly<{ id: number; now: Date }>;

async function answer(outcome: EditOutcome, sent: Answered) {
  const publishes = sent.intent.kind === "publish" && !sent.hasFiles;
  if (outcome.kind === "done") throw seeOther(pageAfter(outcome, publishes, sent));
  const { merge, now } = outcome;
  const conflict = await conflictOf({ merge, now, intent: publishes ? "publish" : "save" }, sent.now);
  return json<ProductAnswer>({ ...NO_DESK_ANSWER, conflict }, { status: 409 });
}

type Done = Extract<EditOutcome, { kind: "done" }>;

function publishedAs(fields: Done["published"]): string {
  return fields.includes("sale") ? "publish-sale" : "publish";
}

function pageAfter(
  { isChanged, published, waiting }: Done,
  publishes: boolean,
  { id, intent, hasFiles }: Answered,
): string {
  if (intent.kind === "step" || hasFiles) return `${deskPaths.product(id, { done: "images" })}#images`;
  const left = publishes ? waiting.length : 0;
  const unchanged = left > 0 ? "waiting" : "before";
  const changed = publishes ? publishedAs(published) : "save";
  return deskPaths.product(id, { done: isChanged ? changed : unchanged, waiting: left || null });
}
