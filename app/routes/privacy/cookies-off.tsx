import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { CookiesOffPage } from "#app/components/content/cookies-off-page.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { STORED_IN_COOKIES } from "#app/models/platform/cookie-check.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const from = safeRedirect(query.get("from"));
  // This browser does send cookies.
  if (request.headers.has("Cookie")) throw seeOther(from);
  const store = await findStore();
  return json({
    stored: STORED_IN_COOKIES.find((one) => one === query.get("stored")) ?? null,
    from,
    meta: pageMeta({
      title: "Your browser does not accept cookies",
      canonicalPath: paths.cookiesOff(),
      noindex: true,
      origin: shopOrigin(),
      storeName: store.name,
    }),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function CookiesOff() {
  const { stored, from } = useLoaderData<typeof loader>();
  return <CookiesOffPage stored={stored} from={from} />;
}
