import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { AuthSentPage, type SentKind } from "#app/components/auth/auth-sent-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const kind: SentKind = pathname.startsWith(paths.register()) ? "register" : "forgot-password";
  return json({ kind, meta: await privateMeta(TITLES[kind], pathname) });
}

const TITLES = {
  register: "Check your email to confirm your address",
  "forgot-password": "Check your email for a link to choose a new password",
} as const satisfies Record<SentKind, string>;

export default function Sent() {
  return <AuthSentPage {...useLoaderData<typeof loader>()} />;
}
