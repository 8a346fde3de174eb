import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { CookieSettingsPage } from "#app/components/content/cookie-settings-page.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { currentConsent, signalsRefusal } from "#app/http/session/consent.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [consent, store] = await Promise.all([currentConsent(request), findStore()]);
  return json({
    consent,
    isSignalled: signalsRefusal(request),
    isSaved: new URL(request.url).searchParams.has("saved"),
    meta: pageMeta({
      title: "Cookie settings",
      canonicalPath: paths.cookieSettings(),
      noindex: true,
      origin: shopOrigin(),
      storeName: store.name,
    }),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function CookieSettings() {
  const { consent, isSignalled, isSaved } = useLoaderData<typeof loader>();
  return <CookieSettingsPage consent={consent} isSignalled={isSignalled} isSaved={isSaved} />;
}
