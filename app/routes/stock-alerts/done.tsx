/** /stock-alerts/check-your-e-mail, /confirmed and /left: the same words whether the address is known or not. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import {
  SUBSCRIPTION_STATUS,
  type SubscriptionStatusProps,
  SubscriptionStatusPage,
} from "#app/components/customer/subscription-status-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const kind = kindOf(pathname);
  return json({ kind, meta: await privateMeta(SUBSCRIPTION_STATUS.alert[kind].title, pathname) });
}

function kindOf(pathname: string): SubscriptionStatusProps["kind"] {
  if (pathname.startsWith(paths.stockAlertConfirmed())) return "confirmed";
  return pathname.startsWith(paths.stockAlertLeft()) ? "left" : "sent";
}

export default function AlertDone() {
  return <SubscriptionStatusPage list="alert" {...useLoaderData<typeof loader>()} />;
}
