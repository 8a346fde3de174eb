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
      scope: { kind: "new", days: store.newThisWeekDays },
      title: "New this week",
      text: `First in the shop within the last ${store.newThisWeekDays} days.`,
      description: `What has come into ${store.name} within the last ${store.newThisWeekDays} days, the newest first.`,
      crumbs: [{ name: "New this week", path: null }],
      ownSort: "newest",
      path: paths.newThisWeek(),
      ...newKinds(paths.newThisWeek()),
      emptyNote: `Nothing has come in this week.`,
    },
    store,
  );
}

export function meta({ data }: MetaArgs<typeof loader>) {
  return data ? pageMeta(data.head) : [];
}

export default function NewThisWeekRoute() {
  return <ListingPage data={useLoaderData<typeof loader>().page} />;
}
