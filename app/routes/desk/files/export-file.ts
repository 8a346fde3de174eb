/** GET without names; POST with names, while a code counts. */
import { once } from "node:events";

import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { z } from "zod";

import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { ExportKindRow } from "#app/models/desk/files/export-kinds.ts";
import { openExport } from "#app/models/desk/files/exports.server.ts";
import { csvStream } from "#app/models/shared/csv-export.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

import { exportKindIn, readExport } from "./export.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "export-without-names");
  const kind = exportKindIn(params);
  const typed = new URL(request.url).searchParams;
  typed.delete("names");
  const read = await readExport(kind, typed, visit);
  // Some kinds have names always.
  if (read.hasNames) throw seeOther(deskPaths.exportOf(kind.key, read.query));
  return csvFile(kind, read, visit);
}

const fileSchema = z.object({}).passthrough();

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "export-names");
  const kind = exportKindIn(params);
  const form = await readForm(request, fileSchema);
  const typed = form.ok ? (form.value as Readonly<Record<string, string>>) : {};
  const read = await readExport(kind, { ...typed, names: "on" }, visit);
  const isConfirmed = isRecentlyConfirmed(visit.session, visit.actor.now);
  if (!isConfirmed || !read.hasNames)
    throw seeOther(deskPaths.exportOf(kind.key, { ...read.query, names: "on" }));
  return csvFile(kind, read, visit);
}

/** What fails before its first row is an ordinary error. */
async function csvFile(
  kind: ExportKindRow,
  { request, hasNames, query }: Awaited<ReturnType<typeof readExport>>,
  { actor }: DeskVisit,
): Promise<Response> {
  const names = hasNames ? "on" : null;
  if (!request) throw seeOther(deskPaths.exportOf(kind.key, { ...query, names }));
  const table = await openExport(request, actor);
  if (!table.ok) throw deskRefusal(table);
  const csv = csvStream(table.value);
  await once(csv, "readable");
  const day = actor.now.toISOString().slice(0, 10);
  return new Response(createReadableStreamFromReadable(csv), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${kind.key}-${day}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
