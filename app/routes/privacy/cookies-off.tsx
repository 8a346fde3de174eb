import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { CookiesOffPage } from "#app/components/content/cookies-off-page.tsx";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { STORED_IN_COOKIES } from "#app/models/platform/cookie-check.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const from = safeRedirect(query.get("from"));
  // This browser does send cookies.
  if (request.headers.has("Cookie")) throw seeOther(from);
  return json({
    stored: STORED_IN_COOKIES.find((one) => one === query.get("stored")) ?? null,
    from,
    meta: await privateMeta("Your browser does not accept cookies", paths.cookiesOff()),
  });
}

export default function CookiesOff() {
  const { stored, from } = useLoaderData<typeof loader>();
  return <CookiesOffPage stored={stored} from={from} />;
}
