/** /information/{slug}, also under aliases (requirement routes-1). */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";

import { InformationPageBody } from "#app/components/content/information-page.tsx";
import { framedPreview } from "#app/components/content/page-preview.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { cachedOrLoaded, useCachedData } from "#app/hooks/cached-data.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { requireContent } from "#app/http/request/require-content.server.ts";
import { shopMeta } from "#app/http/response/shop-meta.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { findHomeContent, findInformation, listInformation } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

import { findInformationPreview, noPageForm, pagePreviewMark } from "./page-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const preview = await findInformationPreview(request);
  if (!preview) await requireContent();
  const [page, pages, home, store] = await Promise.all([
    preview ?? findInformation(params["slug"] ?? ""),
    listInformation(),
    findHomeContent(),
    findStore(),
  ]);
  if (!page) throw await elsewhere(request);
  return json({
    ...pagePreviewMark(preview),
    page,
    pages,
    closing: home.closing,
    locale: store.locale,
    meta: await shopMeta({
      title: page.pageTitle,
      description: page.metaDescription,
      canonicalPath: paths.information(page.slug),
    }),
  });
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Shows a page from the client cache (requirement routes-8). */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<PageData> {
  return cachedOrLoaded(request, () => serverLoader<typeof loader>());
}

export const action = noPageForm;

export default function Information() {
  const data = useLoaderData<typeof loader>();
  const { page, pages, closing, locale, isPreview } = data;
  useCachedData(data);
  const crumbs = [
    { name: "Help and information", path: paths.informationIndex() },
    { name: page.title, path: null },
  ];
  return framedPreview(
    <div className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <InformationPageBody page={page} pages={pages} closing={closing} locale={locale} />
    </div>,
    isPreview,
  );
}
