/** /information/{slug}: one information page, also under its aliases (reading 1). */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { InformationPageBody } from "#app/components/content/information-page.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { pageMeta } from "#app/http/meta.ts";
import { elsewhere } from "#app/http/moved-address.server.ts";
import { shopOrigin } from "#app/http/origin.server.ts";
import { requireContent } from "#app/http/require-content.server.ts";
import { findHomeContent, findInformation, listInformation } from "#app/models/content.server.ts";
import { findStore } from "#app/models/store.server.ts";
import { paths } from "#app/paths.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireContent();
  const [page, pages, home, store] = await Promise.all([
    findInformation(params["slug"] ?? ""),
    listInformation(),
    findHomeContent(),
    findStore(),
  ]);
  if (!page) throw await elsewhere(request);
  return json({
    page,
    pages,
    closing: home.closing,
    locale: store.locale,
    meta: pageMeta({
      title: page.pageTitle,
      description: page.metaDescription,
      canonicalPath: paths.information(page.slug),
      origin: shopOrigin(),
      storeName: store.name,
    }),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Information() {
  const { page, pages, closing, locale } = useLoaderData<typeof loader>();
  const crumbs = [
    { name: "Information", path: paths.informationIndex() },
    { name: page.title, path: null },
  ];
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <InformationPageBody
        page={page}
        pages={pages}
        closing={closing}
        locale={locale}
      />
    </div>
  );
}
