import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { type ResourceAnswer, ResourceFormPage } from "#app/components/desk/resource/form-page.tsx";
import { deskRefusal } from "#app/http/request/require-staff.server.ts";
import { refused } from "#app/models/shared/result.ts";

import { answerForm } from "./resource-action.server.ts";
import { requireRow, resourceFormView } from "./resource-view.server.ts";

/** The form of a new one has no key in its address. */
export async function loader({ request, params: { resource, key } }: LoaderFunctionArgs) {
  const visit = await requireRow(request, resource, key);
  const row = key === undefined ? null : await visit.one.rows.find(key);
  if (key === undefined ? !visit.one.add : !row) throw deskRefusal(refused("NOT_FOUND"));
  return json(await resourceFormView(visit, row, new URL(request.url).searchParams));
}

export async function action({ request, params: { resource, key } }: ActionFunctionArgs) {
  const visit = await requireRow(request, resource, key);
  return answerForm(visit, request, key ?? null);
}

export const meta = deskTitle<typeof loader>(({ data }) => data?.title ?? "Not found");

export default function DeskResourceForm() {
  const answer: ResourceAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <ResourceFormPage page={useLoaderData<typeof loader>()} answer={answer} />;
}
