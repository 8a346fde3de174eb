import { json } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";

import { InformationList } from "#app/components/content/information-list.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { cachedOrLoaded, useCachedData } from "#app/hooks/cached-data.ts";
import { requireContent } from "#app/http/request/require-content.server.ts";
import { shopMeta } from "#app/http/response/shop-meta.server.ts";
import { listInformation } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader() {
  await requireContent();
  const pages = await listInformation();
  return json({
    pages,
    meta: await shopMeta({
      title: "Help and information",
      description: `Help, safety and legal information: ${pages.map(({ title }) => title.toLowerCase()).join(", ")}.`,
      canonicalPath: paths.informationIndex(),
    }),
  });
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Shows a page from the client cache (requirement routes-8). */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<PageData> {
  return cachedOrLoaded(request, () => serverLoader<typeof loader>());
}

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
