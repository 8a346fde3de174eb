import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ListingPage } from "#app/components/listing/listing-page.tsx";
import { pageMeta } from "#app/http/response/meta.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadNew } from "./listing.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  return loadNew(
    request,
    {
      title: "New this week",
      days: store.newThisWeekDays,
      path: paths.newThisWeek(),
      emptyNote: "Nothing new has come in this week.",
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
