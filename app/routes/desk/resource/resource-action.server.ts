import { json } from "@remix-run/node";
import { z } from "zod";

import type { ResourceAnswer } from "#app/components/desk/resource/form-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { Texts } from "#app/models/resource/field.ts";
import type { Resource } from "#app/models/resource/resource.ts";
import {
  refusalField,
  runRowCommand,
  saveRow,
  type Saved,
  undoStep,
} from "#app/models/resource/save.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused, requireDeskForm, textsOf } from "#app/routes/desk/desk.server.ts";

import {
  changeLines,
  hiddenMarks,
  marksIn,
  REQUEST,
  type ResourceVisit,
  UNCHANGED,
} from "./resource-view.server.ts";

const listSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("command"),
    command: z.string(),
    key: z.string(),
    mark: z.string(),
  }),
  z.object({ intent: z.literal("undo"), step: z.coerce.number().int().positive() }),
]);

/** Of the list: what is done to a row at the press of a button, and what is taken back. */
export async function answerList({ one, actor }: ResourceVisit, request: Request) {
  const form = await requireDeskForm(request, listSchema);
  const done =
    form.intent === "undo" ? await undoStep(one, form.step, actor) : await runRowCommand(one, form, actor);
  return done.ok ? toList(one.name, done.value) : deskRefused(done);
}

function toList(name: string, { logId }: Saved): never {
  throw seeOther(deskPaths.resource(name, { done: logId ?? UNCHANGED }));
}

const formSchema = z
  .object({ intent: z.literal("save"), [REQUEST]: z.string().max(60).optional() })
  .catchall(z.string());

/** Of the form of a new one, `key` null, or of one that is there. */
export async function answerForm(visit: ResourceVisit, request: Request, key: string | null) {
  const values = textsOf(await requireDeskForm(request, formSchema), (name) => name !== "intent");
  const form = { key, values, toPage: (saved: Saved) => toList(visit.one.name, saved) };
  return answerTyped(visit, form);
}

type TypedForm = Readonly<{
  key: string | null;
  values: Texts;
  isPreview?: boolean;
  /** Throws the page that follows. */
  toPage(saved: Saved): never;
}>;

export async function answerTyped(
  { one, actor }: ResourceVisit,
  { key, values: sent, isPreview = false, toPage }: TypedForm,
) {
  const values = withTicks(one, sent);
  const typed = { key, texts: values, request: values[REQUEST] || newId("request"), isPreview };
  const done = await saveRow(one, { ...typed, marks: key === null ? null : marksIn(values) }, actor);
  if (!done.ok) return deskRefused(done, { values, field: refusalField(one, done) });
  switch (done.value.kind) {
    case "saved":
      return toPage(done.value.saved);
    case "invalid":
      return deskInvalid({ errors: done.value.errors, values });
    case "preview":
      return json<ResourceAnswer>({
        ...{ errors: {}, values, preview: changeLines(one, done.value.changes, await findStore()) },
      });
    case "conflict":
      return conflict(values, done.value.theirs);
  }
}

/** Each box is a field of the form: "days-1". Their text has those that are ticked. */
export function withTicks({ fields }: Resource, sent: Texts): Texts {
  const ticks = Object.keys(fields).filter((name) => fields[name]?.input.kind === "ticks");
  const ticked = (name: string) =>
    Object.keys(sent).flatMap((box) => (box.startsWith(`${name}-`) ? [box.slice(name.length + 1)] : []));
  return {
    ...sent,
    ...Object.fromEntries(ticks.map((name) => [name, sent[name] ?? ticked(name).join(" ")])),
  };
}

/** With the marks of what both have changed: who has seen both may send it again. */
function conflict(values: Texts, theirs: Texts) {
  const errors = Object.fromEntries(Object.keys(theirs).map((name) => [name, CHANGED]));
  const answer: ResourceAnswer = { errors, values: { ...values, ...hiddenMarks(theirs) }, theirs };
  return json(answer, { status: 409 });
}

const CHANGED = "Somebody has changed this meanwhile, and nothing was saved. Save again to use yours";
