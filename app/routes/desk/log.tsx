/** /desk/log: who did what. Owners see everything, others what they did themselves. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { LogPage } from "#app/components/desk/log-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { logLine } from "./log-line.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

const PAGE_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-own-log");
  const isWhole = can(staff.role, "see-whole-log");
  const typed = new URL(request.url).searchParams.get("before") ?? "";
  const before = /^\d{1,9}$/.test(typed) ? Number(typed) : null;
  const [rows, store] = await Promise.all([
    listDeskLog({ staffId: isWhole ? null : staff.id, before, limit: PAGE_ROWS + 1 }),
    findStore(),
  ]);
  const shown = rows.slice(0, PAGE_ROWS);
  const lines = await Promise.all(shown.map((row) => logLine(row, store)));
  return json({ isWhole, lines, older: rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null });
}

export const meta: MetaFunction = () => deskMeta("Log");

export default function DeskLog() {
  return <LogPage {...useLoaderData<typeof loader>()} />;
}
