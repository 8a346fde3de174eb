import { json, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ListingPage } from "#app/components/listing/listing-page.tsx";
import { AgeRuler } from "#app/components/ui/age-ruler.tsx";
import { pageMeta } from "#app/http/meta.ts";
import { notFound } from "#app/http/responses.server.ts";
import { resolveCategory } from "#app/models/category.server.ts";
import { findStore } from "#app/models/store.server.ts";
import { paths } from "#app/paths.ts";

import { listAgeBands } from "./age-bands.server.ts";
import { loadListing } from "./listing-loader.server.ts";
import styles from "./gifts-by-age.module.css";

export async function loader({ request }: LoaderFunctionArgs) {
  const [resolved, bands, store] = await Promise.all([
    resolveCategory(["gifts", "gifts-by-age"]),
    listAgeBands(),
    findStore(),
  ]);
  if (resolved?.kind !== "found") throw notFound(request);
  const { category, breadcrumbs } = resolved;
  const about = {
    scope: { kind: "category", categoryId: category.id },
    title: category.name,
    text: category.description,
    image: category.image,
    pageTitle: category.pageTitle,
    description: category.metaDescription,
    crumbs: breadcrumbs,
    ownSort: category.defaultSort,
    path: paths.giftsByAge(),
  } as const;
  return json({ ...(await loadListing(request, about, store)), bands });
}

export function meta({ data }: MetaArgs<typeof loader>) {
  return data ? pageMeta(data.head) : [];
}

export default function GiftsByAgeRoute() {
  const { page, bands } = useLoaderData<typeof loader>();
  return (
    <ListingPage data={page}>
      <section className={styles.ruler} aria-labelledby="ages">
        <h2 className="d-md" id="ages">
          Pick the pencil mark
        </h2>
        <AgeRuler bands={bands} />
      </section>
    </ListingPage>
  );
}
