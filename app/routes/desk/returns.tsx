/** /desk/returns: what customers send back. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { ReturnsPage } from "#app/components/desk/returns-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { listDeskReturns } from "#app/models/desk/returns.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { returnRow } from "./orders/found-rows.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "see-orders");
  const [returns, store] = await Promise.all([listDeskReturns(), findStore()]);
  return json({
    returns: returns.map((one) => returnRow(one, store)),
  });
}

export const meta: MetaFunction = () => deskMeta("Returns");

export default function DeskReturns() {
  return <ReturnsPage {...useLoaderData<typeof loader>()} />;
}
