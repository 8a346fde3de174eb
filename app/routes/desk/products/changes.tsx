import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { BulkChangesPage } from "#app/components/desk/products/bulk-changes-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { listBulkChanges, TAKE_BACK_DAYS } from "#app/models/desk/products/bulk-changes.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "#app/routes/desk/desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireStaff(request, "edit-products");
  const [changes, store] = await Promise.all([listBulkChanges(actor), findStore()]);
  return json({
    days: TAKE_BACK_DAYS,
    changes: changes.map(({ id, title, by, at, takenBackAt }) => ({
      ...{ id, title, detail: `${dateTimeText(at, store)}, ${by || "the shop’s own command"}` },
      tag:
        takenBackAt === null
          ? ({ text: "Done", tone: "ok" } as const)
          : ({ text: "Taken back", tone: "" } as const),
    })),
  });
}

export const meta: MetaFunction = () => deskMeta("Bulk changes");

export default function DeskBulkChanges() {
  return <BulkChangesPage {...useLoaderData<typeof loader>()} />;
}
