/** /desk/files: what can be downloaded. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { FilesPage } from "#app/components/desk/files/files-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";

import { exportsFor } from "./export.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "#app/routes/desk/desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-files");
  return json({ exports: exportsFor(staff.role) });
}

export const meta: MetaFunction = () => deskMeta("Files");

export default function DeskFiles() {
  return <FilesPage {...useLoaderData<typeof loader>()} />;
}
