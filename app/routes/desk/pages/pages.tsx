/** /desk/pages: the articles of the journal and the information pages. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { DeskPagesPage } from "#app/components/desk/pages/pages-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { can } from "#app/models/staff/role.ts";
import { noForm } from "#app/routes/desk/desk.server.ts";

import { findPageGroups } from "./page-view.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-pages");
  const { groups, source } = await findPageGroups();
  return json({
    ...{ groups, source },
    mayEdit: source === null && can(staff.role, "edit-pages"),
    done: new URL(request.url).searchParams.get("done"),
  });
}

export const action = noForm;

export const meta: MetaFunction = () => deskMeta("Pages");

export default function DeskPages() {
  return <DeskPagesPage {...useLoaderData<typeof loader>()} />;
}
