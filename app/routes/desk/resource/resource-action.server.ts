import { json } from "@remix-run/node";
import { z } from "zod";

import type { ResourceAnswer } from "#app/components/desk/resource/form-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { Texts } from "#app/models/resource/field.ts";
import {
  refusalField,
  runRowCommand,
  saveRow,
  type Saved,
  undoStep,
} from "#app/models/resource/save.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { deskInvalid, deskRefused, requireDeskForm, textsOf } from "#app/routes/desk/desk.server.ts";

import { hiddenMarks, marksIn, REQUEST, type ResourceVisit, UNCHANGED } from "./resource-view.server.ts";

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
export async function answerForm({ one, actor }: ResourceVisit, request: Request, key: string | null) {
  const values = textsOf(await requireDeskForm(request, formSchema), (name) => name !== "intent");
  const marks = key === null ? null : marksIn(values);
  const done = await saveRow(
    one,
    { key, texts: values, marks, request: values[REQUEST] || newId("request") },
    actor,
  );
  if (!done.ok) return deskRefused(done, { values, field: refusalField(one, done) });
  switch (done.value.kind) {
    case "saved":
      return toList(one.name, done.value.saved);
    case "invalid":
      return deskInvalid({ errors: done.value.errors, values });
    case "conflict":
      return conflict(values, done.value.theirs);
  }
}

/** With the marks of what both have changed: who has seen both may send it again. */
function conflict(values: Texts, theirs: Texts) {
  const errors = Object.fromEntries(Object.keys(theirs).map((name) => [name, CHANGED]));
  const answer: ResourceAnswer = { errors, values: { ...values, ...hiddenMarks(theirs) }, theirs };
  return json(answer, { status: 409 });
}

const CHANGED = "Somebody has changed this meanwhile, and nothing was saved. Save again to use yours";
