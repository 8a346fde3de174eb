import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { FilesPage } from "#app/components/desk/files/files-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { type UploadForm, withUploads } from "#app/http/request/upload-form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  IMPORT_FORM_MAX_BYTES,
  FILE_KINDS,
  fileKind,
  IMPORT_MAX_BYTES,
  IMPORT_MAX_CHANGES,
  IMPORT_MAX_LINES,
} from "#app/models/desk/files/import-kinds.ts";
import { listImports, uploadImport } from "#app/models/desk/files/imports.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused, readDeskForm, uploadsBusy } from "#app/routes/desk/desk.server.ts";

import { exportsFor } from "./export.server.ts";
import { importRow } from "./import.server.ts";

const LIMITS = {
  megabytes: IMPORT_MAX_BYTES / 1_000_000,
  rows: IMPORT_MAX_LINES,
  changes: IMPORT_MAX_CHANGES,
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-files");
  const [imports, store] = await Promise.all([listImports(actor), findStore()]);
  return json({
    exports: exportsFor(staff.role),
    kinds: FILE_KINDS.filter(({ step }) => can(staff.role, step)).map(({ key, title, hint }) => ({
      ...{ key, title, hint },
    })),
    imports: imports.map((each) => importRow(each, store)),
    limits: LIMITS,
  });
}

const uploadSchema = z.object({ intent: z.literal("check"), kind: z.string().max(20).default("") });

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "import-files");
  return withUploads(request, {
    ...{ name: "file", by: "staff", maxBytes: IMPORT_FORM_MAX_BYTES },
    use: (form) => checked(form, visit),
    busy: (fields) => uploadsBusy(fields, "file"),
  });
}

async function checked({ request, files }: UploadForm, { actor }: DeskVisit) {
  const form = await readDeskForm(request, uploadSchema);
  if (!form.ok) return deskInvalid(form);
  const values = { kind: form.value.kind };
  const kind = fileKind(form.value.kind);
  if (!kind) return deskInvalid({ errors: { kind: "Choose what it is" }, values });
  const [file] = files;
  if (!file) return deskRefused(refused("import-file-missing"), { field: "file", values });
  const upload = { kind: kind.key, fileName: file.name, content: file.content };
  const done = await uploadImport(upload, actor);
  if (done.ok) throw seeOther(deskPaths.fileImport(done.value.id));
  return deskRefused(done, { field: done.code === "desk-not-allowed" ? "form" : "file", values });
}

export const meta = deskTitle("Files");

export default deskPage<typeof loader, typeof action>(FilesPage);
