/** /desk/returns: what customers send back. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { ReturnsPage } from "#app/components/desk/returns-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { listDeskReturns } from "#app/models/desk/returns.server.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "see-orders");
  const [returns, store] = await Promise.all([listDeskReturns(), findStore()]);
  return json({
    returns: returns.map(({ number, orderNumber, status, requestedAt, isWithdrawal, lines }) => ({
      ...{ number, orderNumber, status, isWithdrawal, requested: dateText(requestedAt, store) },
      what: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", "),
    })),
  });
}

export const meta: MetaFunction = () => deskMeta("Returns");

export default function DeskReturns() {
  return <ReturnsPage {...useLoaderData<typeof loader>()} />;
}
