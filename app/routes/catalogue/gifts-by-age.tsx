import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { GiftFinder } from "#app/components/listing/gift-finder.tsx";
import { ListingPage } from "#app/components/listing/listing-page.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { resolveCategory } from "#app/models/catalogue/category.server.ts";
import { findGiftChoices, giftScope } from "#app/models/listing/gift-finder.server.ts";
import {
  FINDER_FILTERS,
  readGiftAnswers,
  answerLabels,
  answerParams,
} from "#app/models/listing/gift-finder.ts";
import { countTooEarly } from "#app/models/listing/listing.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { listAgeBands } from "./age-bands.server.ts";
import { giftFields, tooEarlyText } from "./gifts-by-age.server.ts";
import { loadListing } from "./listing.server.ts";

export { headMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [resolved, bands, choices, store] = await Promise.all([
    resolveCategory(["gifts", "gifts-by-age"]),
    listAgeBands(),
    findGiftChoices(),
    findStore(),
  ]);
  if (resolved?.kind !== "found") throw notFound(request);
  const { category, breadcrumbs } = resolved;
  const answers = readGiftAnswers(new URL(request.url).searchParams, choices, store);
  const scope = await giftScope(answers);
  if (!scope) throw notFound(request);
  const about = {
    scope,
    title: "How old is the child?",
    text: category.description,
    pageTitle: category.pageTitle,
    description: category.metaDescription,
    crumbs: breadcrumbs,
    ownSort: category.defaultSort,
    path: paths.giftsByAge(),
    without: FINDER_FILTERS,
    hiddenFields: answerParams(answers, store),
    hiddenLabels: answerLabels(answers, store),
  } as const;
  const [listing, tooEarly] = await Promise.all([loadListing(request, about, store), countTooEarly(scope)]);
  return json({
    ...listing,
    finder: giftFields({ choices, answers, bands, store }),
    heading: answers.band?.name ?? "All ages",
    hidden: tooEarlyText(tooEarly),
  });
}

export default function GiftsByAgeRoute() {
  const { page, finder, heading, hidden } = useLoaderData<typeof loader>();
  return (
    <ListingPage data={page}>
      <GiftFinder finder={finder} path={page.path} heading={heading} hidden={hidden} />
    </ListingPage>
  );
}
