import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { CookieSettingsPage } from "#app/components/content/cookie-settings-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { currentConsent, signalsRefusal } from "#app/http/session/consent.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const consent = await currentConsent(request);
  return json({
    consent,
    isSignalled: signalsRefusal(request),
    isSaved: new URL(request.url).searchParams.has("saved"),
    meta: await privateMeta("Cookie settings", paths.cookieSettings()),
  });
}

export default function CookieSettings() {
  const { consent, isSignalled, isSaved } = useLoaderData<typeof loader>();
  return <CookieSettingsPage consent={consent} isSignalled={isSignalled} isSaved={isSaved} />;
}
