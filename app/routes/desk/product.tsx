/** /desk/products/{id}: the texts, prices and visibility of one product, as a draft and published. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { DeskProductPage } from "#app/components/desk/products/product-page.tsx";
import type { ProductAnswer } from "#app/components/desk/products/product-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { PRODUCT_FIELDS } from "#app/models/catalogue/editing/product-fields.ts";
import { readProductInputs } from "#app/models/desk/products/product-form.ts";
import {
  discardDraftAtDesk,
  type DraftState,
  type EditOutcome,
  findDraftState,
  publishAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";
import { conflictOf, findProductPage, mainFormat, productIdIn } from "./products/product.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "see-products");
  const { searchParams } = new URL(request.url);
  const product = await findProductPage(productIdIn(params), visit);
  return json({ product, done: searchParams.get("done"), waiting: Number(searchParams.get("waiting")) || 0 });
}

const productSchema = z
  .object({
    intent: z.enum(["save", "publish", "discard"]),
    version: z.coerce.number().int().nonnegative().default(0),
  })
  .passthrough();

type Form = z.infer<typeof productSchema>;

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "edit-products");
  const id = productIdIn(params);
  const form = await readForm(request, productSchema);
  if (!form.ok) {
    if (form.errors["intent"]) throw deskRefusal(refused("unknown-action"));
    return deskInvalid(form);
  }
  return form.value.intent === "discard" ? discard(id, visit) : edit(id, form.value, visit);
}

async function discard(id: number, { actor }: DeskVisit) {
  const done = await discardDraftAtDesk(id, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.product(id, { done: done.value.isChanged ? "discard" : "before" }));
}

async function edit(id: number, form: Form, { actor }: DeskVisit) {
  const [state, store] = await Promise.all([findDraftState(id), findStore()]);
  if (!state) throw deskRefusal(refused("NOT_FOUND"));
  const values = textsOf(form);
  const { fields, errors } = readProductInputs(values, {
    format: mainFormat(store),
    today: localTime(actor.now, store.timeZone).day,
    fallback: state.fields,
  });
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const typed = { ...fields, ...chosen(values, state) };
  const product = { id, version: form.version, marks: marksIn(values), typed };
  const done = await (form.intent === "publish" ? publishAtDesk : saveDraftAtDesk)(product, actor);
  if (!done.ok)
    return deskRefused(done, { values, ...(done.code === "sale-not-lower" ? { field: "salePrice" } : {}) });
  return answer(done.value, { id, intent: form.intent, now: actor.now });
}

/** Where both versions were shown and theirs was chosen, it is the present one. */
function chosen(values: Readonly<Record<string, string>>, state: DraftState) {
  const theirs = PRODUCT_FIELDS.filter((field) => values[`choose-${field}`] === "theirs");
  return Object.fromEntries(theirs.map((field) => [field, state.fields[field]]));
}

function marksIn(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, values[`was-${field}`] ?? ""]));
}

function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
      typeof value === "string" && name !== "intent" ? [[name, value]] : [],
    ),
  );
}

type Sent = Readonly<{ id: number; intent: string; now: Date }>;

async function answer(outcome: EditOutcome, { id, intent, now }: Sent) {
  if (outcome.kind === "conflict") {
    const conflict = await conflictOf({ merge: outcome.merge, now: outcome.now, intent }, now);
    return json<ProductAnswer>({ ...NO_DESK_ANSWER, conflict }, { status: 409 });
  }
  const waiting = intent === "publish" ? outcome.waiting.length : 0;
  const done = outcome.isChanged ? intent : waiting > 0 ? "waiting" : "before";
  throw seeOther(deskPaths.product(id, { done, waiting: waiting || null }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => deskMeta(data ? data.product.name : "Product");

export default function DeskProductEditing() {
  const { product, done, waiting } = useLoaderData<typeof loader>();
  const given: ProductAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <DeskProductPage product={product} done={done} waiting={waiting} answer={given} />;
}
