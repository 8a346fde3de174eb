import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { type DeskAnswer, NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { ExportPage } from "#app/components/desk/files/export-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { lowerFirst } from "#app/models/shared/text.ts";
import { confirmedBy, deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

import { exportKindIn, exportPage, namesPeople, readExport } from "./export.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const kind = exportKindIn(params);
  const typed = new URL(request.url).searchParams;
  const hasNames = namesPeople(kind, typed.get("names"));
  const visit = await requireStaff(request, hasNames ? "export-names" : "export-without-names");
  return json(exportPage(kind, await readExport(kind, typed, visit), visit));
}

const exportSchema = z.object({ code: z.string().max(40).default("") }).passthrough();

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "export-names");
  const kind = exportKindIn(params);
  const form = await readForm(request, exportSchema);
  if (!form.ok) return deskInvalid(form);
  const { code, ...values } = form.value as Readonly<Record<string, string>>;
  const { query } = await readExport(kind, values, visit);
  const confirmed = await confirmedBy(visit, code ?? "");
  if (!confirmed.ok) return deskRefused(confirmed, { field: "code", values });
  throw seeOther(deskPaths.exportOf(kind.key, { ...query, names: "on" }));
}

export const meta = deskTitle<typeof loader>(({ data }) =>
  data ? `Download: ${lowerFirst(data.title)}` : "Download",
);

export default function DeskExport() {
  const { errors, ...page } = useLoaderData<typeof loader>();
  const answer: DeskAnswer = useActionData<typeof action>() ?? { ...NO_DESK_ANSWER, errors };
  return <ExportPage {...page} answer={answer} />;
}
