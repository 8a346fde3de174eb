import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { ResourceListPage } from "#app/components/desk/resource/list-page.tsx";

import { answerList } from "./resource-action.server.ts";
import { requireResource, resourceListView } from "./resource-view.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireResource(request, params["resource"], { isChange: false });
  return json(await resourceListView(visit, new URL(request.url).searchParams));
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerList(await requireResource(request, params["resource"], { isChange: true }), request);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => deskMeta(data?.title ?? "Not found");

export default function DeskResourceList() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <ResourceListPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
