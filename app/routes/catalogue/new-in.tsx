import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ListingPage } from "#app/components/listing/listing-page.tsx";
import { pageMeta } from "#app/http/meta.ts";
import { findStore } from "#app/models/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadListing } from "./listing-loader.server.ts";
import { newKinds } from "./new-kinds.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  return loadListing(
    request,
    {
      scope: { kind: "new", days: store.newInDays },
      title: "New in",
      text: `First in the shop within the last ${store.newInDays} days.`,
      description: `What has come into ${store.name} within the last ${store.newInDays} days, the newest first.`,
      crumbs: [{ name: "New in", path: null }],
      ownSort: "newest",
      path: paths.newIn(),
      ...newKinds(paths.newIn()),
      emptyNote: `Nothing has come in within the last ${store.newInDays} days.`,
    },
    store,
  );
}

export function meta({ data }: MetaArgs<typeof loader>) {
  return data ? pageMeta(data.head) : [];
}

export default function NewInRoute() {
  return <ListingPage data={useLoaderData<typeof loader>().page} />;
}
