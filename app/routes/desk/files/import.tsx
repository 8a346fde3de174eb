import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { ImportPage } from "#app/components/desk/files/import-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  applyImport,
  checkImportAgain,
  discardImport,
  type FileImport,
  findImport,
  undoImport,
} from "#app/models/desk/files/imports.server.ts";
import { idIn } from "#app/models/resource/field.ts";
import { refused } from "#app/models/shared/result.ts";
import { confirmedBy, deskInvalid, deskRefused, readDeskForm } from "#app/routes/desk/desk.server.ts";

import { importPage } from "./import.server.ts";

/** Throws the page for one that is not there or not theirs. */
async function importIn(params: LoaderFunctionArgs["params"], { actor }: DeskVisit): Promise<FileImport> {
  const found = await findImport(idIn(params["importId"] ?? ""), actor);
  if (!found) throw deskRefusal(refused("not-found"));
  return found;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "import-files");
  const found = await importIn(params, visit);
  return json(await importPage(found, new URL(request.url).searchParams, visit));
}

const codeSchema = z.string().max(40).default("");

const importSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("apply"),
    version: z.coerce.number().int().positive(),
    code: codeSchema,
    overwrites: z.literal("yes").optional(),
  }),
  z.object({ intent: z.literal("undo"), code: codeSchema }),
  z.object({ intent: z.literal("check") }),
  z.object({ intent: z.literal("discard") }),
]);

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "import-files");
  const found = await importIn(params, visit);
  const form = await readDeskForm(request, importSchema);
  if (!form.ok) return deskInvalid(form);
  const { id, needsCode } = found;
  if (form.value.intent === "discard") return discard(id, visit);
  if (form.value.intent === "check") return checkAgain(id, visit);
  if (needsCode) {
    const confirmed = await confirmedBy(visit, form.value.code);
    if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  }
  if (form.value.intent === "undo") return undo(id, visit);
  const { version, overwrites } = form.value;
  return apply({ id, version, overwritesEdits: overwrites === "yes" }, found.kind, visit);
}

type Applying = Parameters<typeof applyImport>[0];

async function apply(applying: Applying, kind: FileImport["kind"], { actor }: DeskVisit) {
  const { id } = applying;
  const done = await applyImport(applying, actor);
  // What they chose is another check, which they look at first.
  if (!done.ok && done.code === "import-other-check")
    throw seeOther(deskPaths.fileImport(id, { done: "checked" }));
  if (!done.ok) return deskRefused(done);
  const words = kind === "parcels" ? "planned" : "applied";
  throw seeOther(deskPaths.fileImport(id, { done: done.value.isChanged ? words : "before" }));
}

async function undo(id: number, { actor }: DeskVisit) {
  const done = await undoImport(id, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.fileImport(id, { done: done.value.isChanged ? "undone" : "before" }));
}

async function checkAgain(id: number, { actor }: DeskVisit) {
  const done = await checkImportAgain(id, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.fileImport(id, { done: "again" }));
}

async function discard(id: number, { actor }: DeskVisit) {
  const done = await discardImport(id, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.files());
}

export const meta = deskTitle<typeof loader>(({ data }) => (data ? data.file : "Import"));

export default deskPage<typeof loader, typeof action>(ImportPage);
