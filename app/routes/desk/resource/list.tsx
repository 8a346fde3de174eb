import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { ResourceListPage } from "#app/components/desk/resource/list-page.tsx";

import { answerList } from "./resource-action.server.ts";
import { requireResource, resourceListView } from "./resource-view.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireResource(request, params["resource"], { isChange: false });
  return json(await resourceListView(visit, new URL(request.url).searchParams));
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerList(await requireResource(request, params["resource"], { isChange: true }), request);
}

export const meta = deskTitle<typeof loader>(({ data }) => data?.title ?? "Not found");

export default deskPage<typeof loader, typeof action>(ResourceListPage);
