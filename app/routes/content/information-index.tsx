import { json } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from "@remix-run/react";

import { InformationList } from "#app/components/content/information-list.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { cachedOrLoaded, useCachedData } from "#app/hooks/cached-data.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { requireContent } from "#app/http/request/require-content.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { listInformation } from "#app/models/content/content.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

export async function loader() {
  await requireContent();
  const [pages, store] = await Promise.all([listInformation(), findStore()]);
  return json({
    pages,
    meta: pageMeta({
      title: "Help and information",
      description: `Help, safety and legal information: ${pages.map(({ title }) => title.toLowerCase()).join(", ")}.`,
      canonicalPath: paths.informationIndex(),
      origin: shopOrigin(),
      storeName: store.name,
    }),
  });
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Shows a page from the client cache (requirement routes-8). */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<PageData> {
  return cachedOrLoaded(request, () => serverLoader<typeof loader>());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function InformationIndex() {
  const data = useLoaderData<typeof loader>();
  useCachedData(data);
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={[{ name: "Help and information", path: null }]} />
      <h1 className="d-xl">Help and information</h1>
      <InformationList pages={data.pages} />
    </div>
  );
}
