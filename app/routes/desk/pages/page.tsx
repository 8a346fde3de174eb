import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { PageEditor } from "#app/components/desk/pages/page-editor.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { withUploads } from "#app/http/request/upload-form.server.ts";
import { PHOTO_FORM_MAX_BYTES } from "#app/models/review/photo.ts";
import { uploadsBusy } from "#app/routes/desk/desk.server.ts";

import { editedPage } from "./page-action.server.ts";
import { findEditor, pageIn } from "./page-view.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "see-pages");
  const page = await findEditor(await pageIn(params), visit);
  return json({ page, done: new URL(request.url).searchParams.get("done") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "edit-pages");
  const state = await pageIn(params);
  return withUploads(request, {
    ...{ name: "files", by: "staff", maxBytes: PHOTO_FORM_MAX_BYTES },
    use: (form) => editedPage(state, form, actor),
    busy: (fields) => uploadsBusy(fields, "files"),
  });
}

export const meta = deskTitle<typeof loader>(({ data }) => data?.page.name ?? "Page");

export default deskPage<typeof loader, typeof action>(PageEditor);
